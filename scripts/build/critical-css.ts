import postcss, { type AtRule, type ChildNode, type Container, type Rule } from 'postcss';

/** States and page transitions that exist only while a user interacts. By then the whole stylesheet has loaded. */
const INTERACTION = /:(hover|active|focus-within|disabled|checked|view-transition)\b/;
/** A state that an element may have from the start. */
const DISABLED = /(\.([\w-]+))(:where\()?:disabled\b/;
/** A function of which at least one argument must match, without functions inside it. */
const ANY_OF = /:(?:is|where|has)\(([^()]*)\)/;
const NOT = /:not\([^()]*\)/g;
/** The browser shows nothing that is inside such an element. */
const HIDDEN_TAG = /<[a-z]+\b[^>]* hidden=""[^>]*>/g;

/** The rules of a stylesheet that the markup uses, without the custom properties that no rule refers to. */
export function criticalCss(css: string, markup: string): string {
  const root = postcss.parse(css);
  const names = namesIn(markup);
  root.walkRules((rule) => {
    if (isKeyframe(rule)) return;
    rule.selectors = rule.selectors.filter((selector) => isUsed(selector, names));
    if (rule.selectors.join('') === '') rule.remove();
  });
  root.walkAtRules(/^(media|page)$/, (rule) => {
    if (rule.name === 'page' || rule.params === 'print') rule.remove();
  });
  root.walkDecls(/^(transition|cursor)/, (declaration) => {
    declaration.remove();
  });
  removeUnusedKeyframes(root);
  removeUnusedProperties(root, markup);
  removeEmpty(root);
  return root.toString();
}

type Names = Record<'classes' | 'disabled' | 'ids' | 'tags' | 'attributes', Set<string>>;

function namesIn(markup: string): Names {
  const tags = [...markup.replace(HIDDEN_TAG, '').matchAll(/<([a-z][a-z0-9]*)([^>]*)/g)];
  const attributes = tags.flatMap(([, , text = '']) => [...text.matchAll(/ ([\w-]+)="([^"]*)"/g)]);
  const valuesOf = (attribute: string) =>
    attributes.flatMap(([, name, value = '']) => (name === attribute ? value.split(/\s+/) : []));
  const disabled = tags.filter(([, , text = '']) => / disabled=""/.test(text));
  return {
    classes: new Set(valuesOf('class')),
    /** The classes of disabled elements. */
    disabled: new Set(disabled.flatMap(([tag]) => /class="([^"]*)"/.exec(tag)?.[1]?.split(' ') ?? [])),
    ids: new Set(valuesOf('id')),
    tags: new Set(['html', 'body', ...tags.map(([, tag = '']) => tag)]),
    attributes: new Set(
      attributes.flatMap(([, name = '', value = '']) => [
        name.toLowerCase(),
        `${name.toLowerCase()}=${value}`,
      ]),
    ),
  };
}

/**
 * Whether every class, id, tag and attribute of the selector exists, and of at least one argument of each `:is()` or
 * similar function. The arguments of `:not()` are not considered.
 */
function isUsed(selector: string, names: Names): boolean {
  const initial = selector.replace(DISABLED, (rule, name, key, where = '') =>
    names.disabled.has(key) ? `${name}${where}` : rule,
  );
  if (INTERACTION.test(initial)) return false;
  let plain = initial.replaceAll('\\', '').replace(NOT, '');
  for (let call = ANY_OF.exec(plain); call; call = ANY_OF.exec(plain)) {
    if (!call[1]?.split(',').some((argument) => hasNames(argument, names))) return false;
    plain = plain.replace(call[0], '').replace(NOT, '');
  }
  return hasNames(plain, names);
}

/** The root element has attributes that a script sets before the first paint. */
const ROOT_ATTRIBUTE = /(?:html|:root)(?:\[[^\]]*\])+/g;

function hasNames(selector: string, names: Names): boolean {
  const ofPage = selector.replace(ROOT_ATTRIBUTE, '');
  const attributes = [...ofPage.matchAll(/\[([\w-]+)(?:=["']?([^"'\]]*))?/g)];
  const withoutAttributes = ofPage.replace(/\[[^\]]*\]|::?[\w-]+/g, '');
  const all = (pattern: RegExp) => [...withoutAttributes.matchAll(pattern)].map(([, name = '']) => name);
  return (
    all(/\.([\w-]+)/g).every((name) => names.classes.has(name)) &&
    all(/#([\w-]+)/g).every((name) => names.ids.has(name)) &&
    all(/(?:^|[\s>+~])([a-z][a-z0-9]*)/g).every((name) => names.tags.has(name)) &&
    attributes.every(([, name = '', value]) =>
      names.attributes.has(value === undefined ? name : `${name}=${value}`),
    )
  );
}

function isKeyframe(rule: Rule): boolean {
  return (
    rule.parent?.type === 'atrule' && 'name' in rule.parent && String(rule.parent.name).endsWith('keyframes')
  );
}

function removeUnusedKeyframes(root: Container<ChildNode>): void {
  const animations = new Set<string>();
  root.walkDecls(/^animation/, ({ value }) => {
    for (const word of value.split(/[\s,]+/)) animations.add(word);
  });
  root.walkAtRules(/keyframes$/, (rule: AtRule) => {
    if (!animations.has(rule.params)) rule.remove();
  });
}

function removeUnusedProperties(root: Container<ChildNode>, markup: string): void {
  const definitions = new Map<string, string[]>();
  const used = new Set<string>();
  const use = (text: string) => {
    for (const [name] of text.matchAll(/--[\w-]+/g)) {
      if (used.has(name)) continue;
      used.add(name);
      for (const value of definitions.get(name) ?? []) use(value);
    }
  };
  root.walkDecls(/^--/, ({ prop, value }) => {
    definitions.set(prop, [...(definitions.get(prop) ?? []), value]);
  });
  root.walkDecls((declaration) => {
    if (!declaration.prop.startsWith('--')) use(declaration.value);
  });
  for (const [, style = ''] of markup.matchAll(/ style="([^"]*)"/g)) use(style);
  root.walkDecls(/^--/, (declaration) => {
    if (!used.has(declaration.prop)) declaration.remove();
  });
}

function removeEmpty(root: Container<ChildNode>): void {
  root.walk((node) => {
    if (node.type === 'comment') node.remove();
  });
  let isChanged = true;
  while (isChanged) {
    isChanged = false;
    root.walk((node) => {
      if ('nodes' in node && node.nodes?.length === 0) {
        node.remove();
        isChanged = true;
      }
    });
  }
}
