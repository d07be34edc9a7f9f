import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { type ESTree, parseSync } from 'vite';

/** Reads the declarations (`*.d.ts`) of the installed Stripe SDK. */

export const SDK = 'node_modules/stripe/esm';

type Declaration = ESTree.TSInterfaceDeclaration | ESTree.TSTypeAliasDeclaration | ESTree.Class;
/** A name and where it is looked up: in its namespace, then in those around it, then in the file and its imports. */
export type Place = { file: string; scope: string };
export type Found = Place & { name: string; node: Declaration };
type SourceFile = { declarations: Map<string, Declaration>; imports: Map<string, string> };

const sources = new Map<string, SourceFile>();

export function readSource(file: string): SourceFile {
  const known = sources.get(file);
  if (known !== undefined) return known;
  const declarations = new Map<string, Declaration>();
  const imports = new Map<string, string>();
  const collect = (body: readonly (ESTree.Directive | ESTree.Statement)[], scope: string): void => {
    for (const statement of body) {
      if (statement.type === 'ImportDeclaration') {
        const source = normalize(join(dirname(file), statement.source.value.replace(/\.js$/, '')));
        for (const { local } of statement.specifiers) imports.set(local.name, source);
      }
      const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
      if (node?.type === 'TSModuleDeclaration' && node.id.type === 'Identifier' && node.body) {
        collect(node.body.body, `${scope}${node.id.name}.`);
      } else if (
        node?.type === 'TSInterfaceDeclaration' ||
        node?.type === 'TSTypeAliasDeclaration' ||
        node?.type === 'ClassDeclaration'
      ) {
        declarations.set(scope + (node.id?.name ?? ''), node);
      }
    }
  };
  collect(parseSync(file, readFileSync(`${SDK}/${file}.d.ts`, 'utf8'), { lang: 'dts' }).program.body, '');
  sources.set(file, { declarations, imports });
  return { declarations, imports };
}

export function find(name: string, { file, scope }: Place): Found | undefined {
  const { declarations, imports } = readSource(file);
  for (let at = scope; ; at = at.slice(0, at.lastIndexOf('.', at.length - 2) + 1)) {
    const node = declarations.get(at + name);
    if (node !== undefined) return { node, file, scope: at, name: at + name };
    if (at === '') break;
  }
  const [root = ''] = name.split('.');
  const imported = imports.get(root);
  return imported === undefined || imported === file ? undefined : find(name, { file: imported, scope: '' });
}

export function nameOf(node: ESTree.TSTypeName | ESTree.Expression): string {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'TSQualifiedName' ? `${nameOf(node.left)}.${node.right.name}` : '';
}

export type Property = Place & { key: string; isOptional: boolean; type: ESTree.TSType };

/** Returns the properties of an interface with those that it inherits, or undefined if it has arbitrary keys. */
export function propertiesOf({ node, file, name }: Found): Property[] | undefined {
  if (node.type !== 'TSInterfaceDeclaration') return [];
  const place = { file, scope: `${name}.` };
  const inherited = node.extends.flatMap(({ expression }) => {
    const base = find(nameOf(expression), place);
    return base === undefined ? [] : (propertiesOf(base) ?? []);
  });
  if (node.body.body.some(({ type }) => type === 'TSIndexSignature')) return undefined;
  return [
    ...inherited,
    ...node.body.body.flatMap((member) => {
      if (member.type !== 'TSPropertySignature' || !member.typeAnnotation) return [];
      const key =
        member.key.type === 'Identifier'
          ? member.key.name
          : member.key.type === 'Literal'
            ? String(member.key.value)
            : '';
      return [{ ...place, key, isOptional: member.optional, type: member.typeAnnotation.typeAnnotation }];
    }),
  ];
}

/** One of the types of a union. It is undefined for null. */
export type Alternative = Place & { type: ESTree.TSType | undefined };

/** Returns the possible types, without unions, aliases and `Emptyable`. */
export function alternatives(type: ESTree.TSType, place: Place): Alternative[] {
  if (type.type === 'TSUnionType') return type.types.flatMap((each) => alternatives(each, place));
  if (type.type === 'TSNullKeyword') return [{ ...place, type: undefined }];
  if (type.type !== 'TSTypeReference') return [{ ...place, type }];
  const [argument] = type.typeArguments?.params ?? [];
  if (nameOf(type.typeName) === 'Emptyable' && argument !== undefined) {
    return [{ ...place, type: undefined }, ...alternatives(argument, place)];
  }
  const found = find(nameOf(type.typeName), place);
  return found?.node.type === 'TSTypeAliasDeclaration'
    ? alternatives(found.node.typeAnnotation, found)
    : [{ ...place, type }];
}
