import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import * as v from 'valibot';
import { build, type Plugin } from 'vite';
import { EMPTY_PAGE, TRACKING_RESULT_ID } from '../../src/contract/pages.ts';
import { BROWSER_TARGET } from './browser-target.ts';
import { criticalCss } from './critical-css.ts';
import { linkPreview } from './link-preview.ts';

const Manifest = v.record(
  v.string(),
  v.object({
    file: v.string(),
    name: v.optional(v.string()),
    imports: v.optional(v.array(v.string()), []),
    dynamicImports: v.optional(v.array(v.string()), []),
    css: v.optional(v.array(v.string()), []),
  }),
);
type Manifest = v.InferOutput<typeof Manifest>;

const PrerenderedPage = v.object({ routeId: v.string(), markup: v.string() });
const Renderer = v.object({
  PAGES: v.array(v.object({ path: v.string(), file: v.string() })),
  renderPage: v.pipe(v.function(), v.args(v.tuple([v.string()])), v.returnsAsync(PrerenderedPage)),
});

/** See class-names.ts. */
type ClassNames = (name: string, file: string) => string;

/** The elements of a result that the server inserts into a page; see server/deliveries/tracking-markup.ts. */
const RESULT_ELEMENTS = '<article><h2><h3><p><a><b><small><br><dl><dt><dd><ol><li>';
const EMPTY_ROOT_ELEMENT = '<div id="root"></div>';

/**
 * Writes the pages of a built app as HTML with their critical CSS, so that they are visible before any script has
 * loaded, and then hydrated. It runs before the service worker is built, which caches these pages.
 */
export function prerenderPages(root: string, client: string, classNames: ClassNames): Plugin {
  return {
    name: 'prerender-pages',
    apply: 'build',
    closeBundle: {
      sequential: true,
      handler: () => writePages(root, client, classNames),
    },
  };
}

async function writePages(root: string, client: string, classNames: ClassNames): Promise<void> {
  // Every byte before the first paint counts, so the line breaks between elements are removed.
  const template = readFileSync(join(client, 'index.html'), 'utf8').replace(/ ?\/?>\s+/g, '>');
  const manifest = v.parse(Manifest, JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')));
  writeFileSync(join(client, EMPTY_PAGE), template);
  const script = await buildHeadScript(root, 'head-script');
  const trackingScript = await buildHeadScript(root, 'tracking-head-script');
  const { PAGES, renderPage } = await buildRenderer(root, classNames);
  for (const { path, file } of PAGES) {
    const { routeId, markup } = await renderPage(path);
    const files = routeFiles(manifest, routeId);
    const css = files.criticalStyles.map((style) => readFileSync(join(client, style), 'utf8')).join('\n');
    const isTracking = markup.includes(`id="${TRACKING_RESULT_ID}"`);
    const output = join(client, file);
    mkdirSync(dirname(output), { recursive: true });
    writeFileSync(
      output,
      renderDocument({
        template,
        path,
        routeId,
        markup,
        script: isTracking ? trackingScript : script,
        css: criticalCss(css, isTracking ? markup + RESULT_ELEMENTS : markup),
        files,
      }),
    );
  }
}

async function buildRenderer(
  root: string,
  generateScopedName: ClassNames,
): Promise<v.InferOutput<typeof Renderer>> {
  const outDir = join(root, 'dist/prerender');
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    plugins: [react()],
    css: { modules: { generateScopedName } },
    ssr: { noExternal: true },
    build: {
      ssr: 'src/startup/prerender.ts',
      outDir,
      emptyOutDir: true,
      target: 'node20',
      // The file is deleted before the pages are rendered, so that nothing can be loaded later.
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const built: unknown = await import(pathToFileURL(join(outDir, 'prerender.js')).href);
  rmSync(outDir, { recursive: true });
  return v.parse(Renderer, built);
}

async function buildHeadScript(root: string, name: string): Promise<string> {
  const outDir = join(root, 'dist/head-script');
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir,
      target: BROWSER_TARGET,
      lib: {
        entry: `src/startup/${name}.ts`,
        formats: ['iife'],
        name: 'headScript',
        fileName: () => 'head.js',
      },
    },
  });
  const script = readFileSync(join(outDir, 'head.js'), 'utf8').trim();
  rmSync(outDir, { recursive: true });
  return script;
}

type DocumentParts = {
  template: string;
  path: string;
  routeId: string;
  markup: string;
  script: string;
  /** The critical CSS. */
  css: string;
  files: RouteFiles;
};

type RouteFiles = {
  entry: string;
  /** The chunks that the entry and the route import. */
  scripts: string[];
  styles: string[];
  /** The styles of the route, also of parts whose code not everybody loads. */
  criticalStyles: string[];
};

/** The script in the head inserts the content of the template, most of it after the first paint. */
function renderDocument({ template, path, routeId, markup, script, css, files }: DocumentParts): string {
  const heading = /<h1\b[^>]*>(.+?)<\/h1>/.exec(markup)?.[1]?.replace(/<[^>]+>/g, '');
  if (heading === undefined || !template.includes(EMPTY_ROOT_ELEMENT))
    throw new Error(`${path} has no heading`);
  const entry = /<script type="module"[^>]*><\/script>/.exec(template)?.[0];
  if (entry === undefined) throw new Error('The template has no entry script');
  const stylesheets = files.styles
    .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`)
    .join('');
  const preloads = [...files.scripts, files.entry]
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
    .join('');
  const elements =
    `<template id="app-files">${preloads}${entry}${stylesheets}</template>` +
    `<noscript>${stylesheets}</noscript>`;
  return template
    .replace(/<title>[^<]*<\/title>/, () => `<title>${heading} – Send</title>`)
    .replace(/<meta name="description"[^>]*>/, () => linkPreview(path, heading))
    .replace(/\s*<script type="module"[^>]*><\/script>/, '')
    .replace(/\s*<link rel="(modulepreload|stylesheet)"[^>]*>/g, '')
    .replace('</head>', () => `<style>${css}</style><script>${script}</script></head>`)
    .replace(EMPTY_ROOT_ELEMENT, () => `<div id="root" data-route="${routeId}">${markup}</div>${elements}`);
}

/** What the entry and the route's own chunk import statically. */
function routeFiles(manifest: Manifest, routeId: string): RouteFiles {
  const name = routeId === '/' ? 'index' : routeId.slice(1).replace(/\/$/, '/index').replaceAll('/', '.');
  const seen = new Set<string>();
  const pageKey = keyOf(manifest, `page-${name.replaceAll('$', '')}`);
  const chunks = [
    ...importedChunks(manifest, 'index.html', seen),
    ...importedChunks(manifest, pageKey, seen),
  ];
  const seenParts = new Set(seen);
  const parts = (manifest[pageKey]?.dynamicImports ?? []).flatMap((part) =>
    importedChunks(manifest, part, seenParts),
  );
  const entry = manifest['index.html']?.file;
  if (entry === undefined) throw new Error('The build has no entry');
  return {
    entry,
    scripts: chunks.map(({ file }) => file).filter((file) => file !== entry),
    styles: stylesOf(chunks),
    criticalStyles: stylesOf([...chunks, ...parts]),
  };
}

function stylesOf(chunks: Manifest[string][]): string[] {
  return [...new Set(chunks.flatMap(({ css }) => css))];
}

function keyOf(manifest: Manifest, name: string): string {
  const key = Object.keys(manifest).find((each) => manifest[each]?.name === name);
  if (key === undefined) throw new Error(`No chunk is named ${name}`);
  return key;
}

function importedChunks(manifest: Manifest, key: string, seen: Set<string>): Manifest[string][] {
  const chunk = manifest[key];
  if (chunk === undefined || seen.has(key)) return [];
  seen.add(key);
  return [...chunk.imports.flatMap((next) => importedChunks(manifest, next, seen)), chunk];
}
