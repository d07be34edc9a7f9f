import type { Plugin } from 'vite';

/** Saves the page without content as app.html, because index.html becomes the prerendered home page. */
export function emitAppShell(): Plugin {
  return {
    name: 'keep-empty-page',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const page = bundle['index.html'];
      if (page?.type === 'asset') this.emitFile({ type: 'asset', fileName: 'app.html', source: page.source });
    },
  };
}
