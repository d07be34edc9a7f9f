import postcss, { type AtRule, type ChildNode, type Container, type Rule } from 'postcss';

/** States that exist only while a user interacts. By then the whole stylesheet has loaded. */
const INTERACTION = /:(hover|active|disabled|checked)\b/;
const FUNCTIONAL_PSEUDO = /:(is|where|not|has)\([^()]*(\([^()]*\)[^()]*)*\)/g;

/** The rules of a stylesheet that the markup uses, without the custom properties that no rule refers to. */
export function criticalCss(css: string, markup: string): string {
  const root = postcss.parse(css);
  const names = namesIn(markup);
  root.walkRules((rule) => {
    if (isKeyframe(rule)) return;
    rule.selectors = rule.selectors.filter((selector) => isUsed(selector, names));
    if (rule.selectors.join('') === '') rule.remove();
  });
  removeUnusedKeyframes(root);
  removeUnusedProperties(root, markup);
  removeEmpty(root);
  return root.toString();
}

type Names = { classes: Set<string>; ids: Set<string>; tags: Set<string>; attributes: Set<string> };

function namesIn(markup: string): Names {
  const valuesOf = (attribute: string) =>
    [...markup.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g'))].flatMap(([, value = '']) =>
      value.split(/\s+/),
    );
  return {
    classes: new Set(valuesOf('class')),
    ids: new Set(valuesOf('id')),
    tags: new Set(['html', 'body', ...[...markup.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, tag = '']) => tag)]),
    attributes: new Set(
      [...markup.matchAll(/ ((?:data|aria)-[\w-]+)="([^"]*)"/g)].flatMap(([, name = '', value = '']) => [
        name,
        `${name}=${value}`,
      ]),
    ),
  };
}

/**
 * Whether every class, id, tag and attribute of the selector exists. The arguments of `:is()` and similar functions are
 * not considered, unless they are one attribute.
 */
function isUsed(selector: string, names: Names): boolean {
  if (INTERACTION.test(selector)) return false;
  const plain = selector
    .replaceAll('\\', '')
    .replace(/:where\((\[[^\]]*\])\)/g, '$1')
    .replace(FUNCTIONAL_PSEUDO, '')
    .replace(/::?[\w-]+/g, '');
  const withoutAttributes = plain.replace(/\[[^\]]*\]/g, '');
  const all = (pattern: RegExp) => [...withoutAttributes.matchAll(pattern)].map(([, name = '']) => name);
  return (
    all(/\.([\w-]+)/g).every((name) => names.classes.has(name)) &&
    attributesIn(plain).every((attribute) => names.attributes.has(attribute)) &&
    all(/#([\w-]+)/g).every((name) => names.ids.has(name)) &&
    all(/(?:^|[\s>+~])([a-z][a-z0-9]*)/g).every((name) => names.tags.has(name))
  );
}

/** The root element has attributes that a script sets before the first paint. */
const ROOT_ATTRIBUTE = /(?:html|:root)(?:\[[^\]]*\])+|\[data-mantine-color-scheme[^\]]*\]/g;

function attributesIn(selector: string): string[] {
  const attributes = selector
    .replace(ROOT_ATTRIBUTE, '')
    .matchAll(/\[((?:data|aria)-[\w-]+)(?:=["']?([^"'\]]*))?/g);
  return [...attributes].map(([, name = '', value]) => (value === undefined ? name : `${name}=${value}`));
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
