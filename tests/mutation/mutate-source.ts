import { parseSync } from 'vite';
import type { Change, Operator } from './mutation.ts';

type Node = { type: string; start: number; end: number } & Record<string, unknown>;
/** A node and all its ancestors, the innermost first. */
type Located = { node: Node; ancestors: readonly Node[] };
type Edit = { start: number; end: number; text: string };

/**
 * Applies a change to the source text of a file.
 * @throws Error where the change fits no place or several, changes nothing, or leaves text that does not parse
 */
export function mutateSource(path: string, source: string, change: Change): string {
  // In parentheses JSON is an expression of TypeScript, with properties like those of any object.
  if (!/\.tsx?$/.test(path)) return mutateSource(`${path}.ts`, `(${source})`, change).slice(1, -1);
  const scope = findSymbol(parse(path, source), change.symbol);
  const edit = only(findEdits(source, scope, change), `places for ${describeOperator(change)}`);
  const mutated = source.slice(0, edit.start) + edit.text + source.slice(edit.end);
  if (mutated === source) throw new Error('The change leaves the file as it is');
  parse(path, mutated);
  return mutated;
}

function parse(path: string, source: string): Located {
  const { program, errors } = parseSync(path, source);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path} does not parse: ${error.message}`);
  if (!isNode(program)) throw new Error(`${path} has no syntax tree`);
  return { node: program, ancestors: [] };
}

/**
 * Finds the declaration that a dotted name leads to. Of declarations inside each other the outermost counts; a function
 * or constant goes before a method of an object, and a method before another property.
 */
function findSymbol(root: Located, symbol: string): Located {
  return symbol.split('.').reduce((scope, name) => {
    const declarations = descendants(scope).filter(
      ({ node }) => node !== scope.node && declaredName(node) === name,
    );
    const outermost = declarations.filter(
      ({ ancestors }) => !declarations.some(({ node }) => ancestors.includes(node)),
    );
    const rank = Math.min(...outermost.map(({ node }) => rankOf(node)));
    return only(
      outermost.filter(({ node }) => rankOf(node) === rank),
      `declarations of ${name}`,
    );
  }, root);
}

function rankOf(node: Node): number {
  if (node.type !== 'Property') return 0;
  return functionOf(node) === undefined ? 2 : 1;
}

function declaredName(node: Node): string | undefined {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
    case 'VariableDeclarator':
      return nameOf(node.id);
    case 'MethodDefinition':
    case 'Property':
      return nameOf(node.key);
    default:
      return undefined;
  }
}

function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  const name = node.type === 'Identifier' ? node.name : node.type === 'Literal' ? node.value : undefined;
  return typeof name === 'string' ? name : undefined;
}

function findEdits(source: string, scope: Located, change: Operator): Edit[] {
  const textOf = ({ start, end }: Node) => source.slice(start, end);
  const has = (node: Node, text = '') => compact(textOf(node)).includes(compact(text));
  const inside = descendants(scope);

  switch (change.kind) {
    case 'returnEarly': {
      const body = functionOf(scope.node)?.body;
      if (!isNode(body)) return [];
      const value = change.value ?? '';
      return [
        replace(body, body.type === 'BlockStatement' ? `{ return ${value}; }` : `(${value || 'undefined'})`),
      ];
    }
    case 'constant': {
      const value = scope.node.init ?? scope.node.value;
      return isNode(value) ? [replace(value, change.value)] : [];
    }
    case 'removeCall':
    case 'replaceCall':
      return inside
        .filter(({ node }) => isCallOf(node, change.callee, textOf) && has(node, change.containing))
        .map((call) =>
          change.kind === 'replaceCall' ? replace(call.node, change.replacement) : removeExpression(call),
        );
    case 'condition': {
      const tests = inside.flatMap(({ node }) =>
        isNode(node.test) && has(node.test, change.containing) ? [node.test] : [],
      );
      const smallest = tests.filter((test) => !tests.some((other) => contains(test, other)));
      return smallest.map((test) =>
        replace(test, change.value === 'negated' ? `!(${textOf(test)})` : change.value),
      );
    }
    case 'removeOperand': {
      const operands = inside.filter(
        ({ node, ancestors: [parent] }) =>
          parent?.type === 'LogicalExpression' && has(node, change.containing),
      );
      const smallest = operands.filter(({ node }) => !operands.some((other) => contains(node, other.node)));
      return smallest.map(({ node, ancestors: [parent] }) =>
        replace(node, parent?.operator === '&&' ? 'true' : 'false'),
      );
    }
    case 'setProperty':
      return propertiesOf(inside, change.property)
        .filter((node) => has(node, change.containing))
        .map((node) => replace(node, `${quoteKey(change.property)}: ${change.value}`));
    case 'removeProperty':
      return propertiesOf(inside, change.property)
        .filter((node) => has(node, change.containing))
        .map((node) => removeListItem(source, node));
    case 'removeElement':
      return inside
        .filter(
          ({ node, ancestors: [parent] }) =>
            parent?.type === 'ArrayExpression' && compact(textOf(node)) === compact(change.element),
        )
        .map(({ node }) => removeListItem(source, node));
    case 'replaceText':
      return matchesOf(textOf(scope.node), change.find).map(({ start, end }) => ({
        start: scope.node.start + start,
        end: scope.node.start + end,
        text: change.replacement,
      }));
  }
}

/** `call(…)`, `object.call(…)`, `object?.call(…)` are all calls of `call`. */
function isCallOf(node: Node, callee: string, textOf: (node: Node) => string): boolean {
  if (node.type !== 'CallExpression' || !isNode(node.callee)) return false;
  const called = compact(textOf(node.callee)).replaceAll('?.', '.');
  return called === compact(callee) || called.endsWith(`.${compact(callee)}`);
}

/** Removes an expression with the `await` or `void` before it; what remains of a used value is `undefined`. */
function removeExpression({ node, ancestors }: Located): Edit {
  let removed = node;
  for (const parent of ancestors) {
    const isPrefix =
      parent.type === 'AwaitExpression' ||
      parent.type === 'ChainExpression' ||
      (parent.type === 'UnaryExpression' && parent.operator === 'void');
    if (parent.type === 'ExpressionStatement') return replace(parent, ';');
    if (!isPrefix) break;
    removed = parent;
  }
  return replace(removed, 'undefined');
}

/** Only properties of object literals: a pattern that takes an object apart has no values. */
function propertiesOf(inside: readonly Located[], property: string): Node[] {
  return inside
    .filter(
      ({ node, ancestors: [parent] }) =>
        parent?.type === 'ObjectExpression' && node.type === 'Property' && nameOf(node.key) === property,
    )
    .map(({ node }) => node);
}

function removeListItem(source: string, { start, end }: Node): Edit {
  const comma = /^\s*,/.exec(source.slice(end))?.[0].length ?? 0;
  return { start, end: end + comma, text: '' };
}

function matchesOf(text: string, find: string | RegExp): { start: number; end: number }[] {
  const pattern =
    typeof find === 'string'
      ? find
          .split(/\s+/)
          .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
          .join('\\s*')
      : find.source;
  return [...text.matchAll(new RegExp(pattern, 'g'))].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** The function that a declaration declares, if it declares one. */
function functionOf(node: Node): Node | undefined {
  const candidates = [node, node.init, node.value].filter(isNode);
  return candidates.find(({ type }) =>
    /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type),
  );
}

function descendants({ node, ancestors }: Located): Located[] {
  const children = Object.values(node).flat().filter(isNode);
  const nested = children.flatMap((child) => descendants({ node: child, ancestors: [node, ...ancestors] }));
  return [{ node, ancestors }, ...nested];
}

function contains(outer: Node, inner: Node): boolean {
  return outer !== inner && outer.start <= inner.start && inner.end <= outer.end;
}

function replace({ start, end }: Node, text: string): Edit {
  return { start, end, text };
}

function quoteKey(property: string): string {
  return /^\w+$/.test(property) ? property : `'${property}'`;
}

function compact(text: string): string {
  return text.replace(/\s+/g, '');
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value;
}

function only<T>(items: readonly T[], what: string): T {
  const [first] = items;
  if (first === undefined || items.length > 1) throw new Error(`${items.length} ${what} instead of one`);
  return first;
}

function describeOperator({ symbol, ...operator }: Change): string {
  const text = JSON.stringify(operator, (_, value) => (value instanceof RegExp ? String(value) : value));
  return `${text} in ${symbol}`;
}
