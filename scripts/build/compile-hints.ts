import type { Plugin } from 'vite';

/**
 * Chromium otherwise compiles a function when it is first called, on the thread that renders the page, and reads it a
 * second time for this. With this comment it compiles the whole file on another thread while the file loads. It must be
 * the first line of the file. Other browsers ignore it. The name of the file does not depend on it, because Vite has
 * computed its hash before. See https://v8.dev/blog/explicit-compile-hints.
 */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n';

/** Marks the files that pages load before they are hydrated, because hydration calls most of their functions. */
export function compileHints(isPage: (moduleId: string) => boolean): Plugin {
  return {
    name: 'send:compile-hints',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // Vite itself inserts a first line.
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const waiting = chunks.filter(({ isEntry, moduleIds }) => isEntry || moduleIds.some(isPage));
        const marked = new Set<string>();
        for (let chunk = waiting.pop(); chunk; chunk = waiting.pop()) {
          if (marked.has(chunk.fileName)) continue;
          marked.add(chunk.fileName);
          chunk.code = COMPILE_HINT + chunk.code;
          const { imports } = chunk;
          waiting.push(...chunks.filter(({ fileName }) => imports.includes(fileName)));
        }
      },
    },
  };
}
