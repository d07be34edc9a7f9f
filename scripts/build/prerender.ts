import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import * as v from 'valibot';
import { build } from 'vite';

const Manifest = v.record(
  v.string(),
  v.object({
    file: v.string(),
    imports: v.optional(v.array(v.string()), []),
    css: v.optional(v.array(v.string()), []),
  }),
);
type Manifest = v.InferOutput<typeof Manifest>;

const Renderer = v.object({
  PRERENDERED: v.array(v.object({ path: v.string(), route: v.string() })),
  renderPage: v.custom<(path: string) => Promise<string>>((value) => typeof value === 'function'),
});

const EMPTY_ROOT_ELEMENT = '<div id="root"></div>';

/**
 * Writes the public pages of the built app as HTML, so that a first visit shows them before any script has loaded. The
 * service worker caches the empty page (app.html) instead, because it has the code and a logged-in user sees other
 * content.
 */
export async function prerenderPages(root: string, client: string): Promise<void> {
  const outDir = join(root, 'dist/prerender');
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    plugins: [react()],
    ssr: { noExternal: true },
    build: { ssr: 'src/app/prerender.ts', outDir, emptyOutDir: true, target: 'node20' },
  });
  const built: unknown = await import(pathToFileURL(join(outDir, 'prerender.js')).href);
  const { PRERENDERED, renderPage } = v.parse(Renderer, built);
  const manifest = v.parse(Manifest, JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')));
  const empty = readFileSync(join(client, 'app.html'), 'utf8');
  for (const { path, route } of PRERENDERED) {
    const file = join(client, path === '/' ? 'index.html' : `${path}.html`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, renderDocument(empty, path, await renderPage(path), routeFiles(manifest, route)));
  }
  rmSync(outDir, { recursive: true });
}

type RouteFiles = { scripts: string[]; styles: string[] };

function renderDocument(
  empty: string,
  path: string,
  markup: string,
  { scripts, styles }: RouteFiles,
): string {
  const heading = /<h1\b[^>]*>(.+?)<\/h1>/.exec(markup)?.[1]?.replace(/<[^>]+>/g, '');
  if (heading === undefined || !empty.includes(EMPTY_ROOT_ELEMENT)) throw new Error(`${path} has no heading`);
  const links = [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].filter((link) => !empty.includes(link));
  return empty
    .replace(/<title>[^<]*<\/title>/, () => `<title>${heading} – Send</title>`)
    .replace('</head>', () => `${links.join('\n    ')}\n  </head>`)
    .replace(EMPTY_ROOT_ELEMENT, () => `<div id="root" data-page="${path}">${markup}</div>`);
}

/** The modules of the route's own chunk and of all chunks that it imports statically. */
function routeFiles(manifest: Manifest, route: string): RouteFiles {
  const start = Object.keys(manifest).find((key) => key.startsWith(`src/routes/${route}.tsx?`));
  if (start === undefined) throw new Error(`No chunk for the route ${route}`);
  const chunks = importedChunks(manifest, start, new Set());
  return {
    scripts: chunks.map(({ file }) => file),
    styles: [...new Set(chunks.flatMap(({ css }) => css))],
  };
}

function importedChunks(manifest: Manifest, key: string, seen: Set<string>): Manifest[string][] {
  const chunk = manifest[key];
  if (chunk === undefined || seen.has(key)) return [];
  seen.add(key);
  return [...chunk.imports.flatMap((next) => importedChunks(manifest, next, seen)), chunk];
}
