import postcss from 'postcss';
import type { Plugin } from 'vite';

const LIBRARY_STYLES = /\/@mantine\/core\/styles\/\w+\.layer\.css$/;
/** Groups of buttons, texts from right to left, and variants and orientations that no component of the app has. */
const UNUSED_SELECTOR =
  /\.m_80d6d844|\.m_70be2a01|\[dir=|\[data-variant=['"]?(unstyled|outline|pills)|\[data-orientation=['"]?vertical|\[data-inverted|\[data-combined-clear-section/;
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
  root.walkDecls(UNUSED_SIZE, (declaration) => {
    declaration.remove();
  });
  return root.toString();
}
