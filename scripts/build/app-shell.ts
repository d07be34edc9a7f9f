import type { Plugin } from 'vite';

/** Keeps the page without content as app.html too: index.html becomes the home page, rendered beforehand. */
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
