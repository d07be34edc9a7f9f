import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { type ManifestOptions, VitePWA } from 'vite-plugin-pwa';
import { BROWSER_TARGET } from './scripts/build/browser-target.ts';
import { chunkGroups, isRouteScreen } from './scripts/build/chunk-groups.ts';
import { chunkLoading } from './scripts/build/chunk-loading.ts';
import { shortClassNames } from './scripts/build/class-names.ts';
import { compileHints } from './scripts/build/compile-hints.ts';
import { compressBuild } from './scripts/build/compress.ts';
import { insertConstantVariables } from './scripts/build/constant-variables.ts';
import { addContentHashes } from './scripts/build/content-hashes.ts';
import { trimLibraryCss } from './scripts/build/library-css.ts';
import { prerenderPages } from './scripts/build/prerender.ts';
import { retainPreviousAssets } from './scripts/build/previous-assets.ts';

const manifest: Partial<ManifestOptions> = JSON.parse(readFileSync('manifest.webmanifest', 'utf8'));

/** In development the page comes from Vite and everything else from `npm run dev:server`. */
const server = process.env.SEND_SERVER ?? 'http://127.0.0.1:8080';
const proxied = ['/api', '/hook', '/geocode', '/config.json', '/sandbox', '/webhooks', '/ops', '/healthz'];

/** What belongs to maps alone is named so, for the worker keeps it apart. */
function nameOfChunk({ moduleIds }: { moduleIds: string[] }): string {
  const isMap = moduleIds.some((id) =>
    /\/leaflet-src|\/src\/map\/(MapCanvas|PickerMap|RouteMap)\.|region\.generated/.test(id),
  );
  return isMap ? 'assets/map-[name]-[hash].js' : 'assets/[name]-[hash].js';
}

const generateScopedName = shortClassNames(import.meta.dirname);

export default defineConfig({
  plugins: [
    retainPreviousAssets('dist'),
    trimLibraryCss(),
    insertConstantVariables(import.meta.dirname),
    chunkLoading(import.meta.dirname),
    compileHints(isRouteScreen),
    prerenderPages(import.meta.dirname, join(import.meta.dirname, 'dist/client'), generateScopedName),
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      codeSplittingOptions: {
        defaultBehavior: [['component', 'loader', 'pendingComponent', 'errorComponent']],
      },
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
      quoteStyle: 'single',
    }),
    react(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      registerType: 'prompt',
      manifest,
      manifestFilename: 'manifest.webmanifest',
      includeManifestIcons: false,
      integration: {
        // The manifest of the app is a file like the others, and is listed with them.
        beforeBuildServiceWorker: ({ injectManifest }) => {
          injectManifest.additionalManifestEntries = [];
        },
      },
      injectManifest: {
        // The default format uses an option that the bundler has deprecated.
        rollupFormat: 'iife',
        manifestTransforms: [addContentHashes(join(import.meta.dirname, 'dist/client'))],
        dontCacheBustURLsMatching: /./,
        globPatterns: ['**/*.{js,css,html,svg,png,webmanifest}'],
        // The pictures of Leaflet's own controls are never shown.
        globIgnores: [
          // Opened to see what the network answers, so never from a cache.
          'connected.html',
          'screenshots/**',
          'assets/layers*',
          'assets/marker-icon*',
        ],
      },
    }),
    compressBuild(join(import.meta.dirname, 'dist/client')),
  ],
  css: { modules: { generateScopedName } },
  build: {
    modulePreload: { polyfill: false },
    outDir: 'dist/client',
    assetsInlineLimit: 0,
    target: BROWSER_TARGET,
    manifest: true,
    rolldownOptions: {
      output: {
        chunkFileNames: nameOfChunk,
        codeSplitting: {
          // A module's imports follow the same rule as the module itself.
          includeDependenciesRecursively: false,
          groups: chunkGroups(import.meta.dirname),
        },
      },
    },
  },
  server: { host: '127.0.0.1', proxy: Object.fromEntries(proxied.map((path) => [path, server])) },
});
