import postcss from 'postcss';
import type { Plugin } from 'vite';

const LIBRARY_STYLES = /\/@mantine\/core\/styles\/\w+\.layer\.css$/;
/**
 * Groups of buttons, the veil of a loading button, loaders of bars and dots, shadow trees, texts from right to left, and variants, orientations and
 * helper classes that no component of the app has.
 */
const UNUSED_SELECTOR =
  /\.m_(80d6d844|70be2a01|7a2bd4cd|870bb79|4e3f22d7|870c4af)|:host|\.m_77c9d27d\S*::before|\.mantine-(light-hidden|dark-hidden|focus-always|focus-never)|\[dir=|\[data-variant=['"]?(unstyled|outline|pills)|\[data-orientation=['"]?vertical|\[data-inverted|\[data-combined-clear-section/;
/** Those of the loaders above. */
const UNUSED_ANIMATION = /^m_(5d2b3b9d|aac34a1)$/;
/** Our styles set the first one for the whole page, and buttons need no exact height of capitals. */
const UNUSED_PROPERTY = /^(-webkit-text-size-adjust|text-box-(trim|edge))$/;
/** Sizes that no component of the app has. Switches alone are large. */
const UNUSED_SIZE = /^--[\w-]+-(xs|xl|compact-\w+)$|^--(button|input|cb|radio)-[\w-]+-lg$/;

/** Removes the rules and sizes of Mantine's stylesheets that the app does not use, since every page downloads them. */
export function trimLibraryCss(): Plugin {
  return {
    name: 'send:trim-library-css',
    enforce: 'pre',
    transform: (css, id) => (LIBRARY_STYLES.test(id) ? { code: trimStyles(css), map: null } : undefined),
  };
}

export function trimStyles(css: string): string {
  const root = postcss.parse(css);
  root.walkRules((rule) => {
    rule.selectors = rule.selectors.filter((selector) => !UNUSED_SELECTOR.test(selector));
    if (rule.selectors.join('') === '') rule.remove();
  });
  root.walkAtRules('keyframes', (rule) => {
    if (UNUSED_ANIMATION.test(rule.params)) rule.remove();
  });
  root.walkDecls((declaration) => {
    if (UNUSED_SIZE.test(declaration.prop) || UNUSED_PROPERTY.test(declaration.prop)) declaration.remove();
  });
  return root.toString();
}
