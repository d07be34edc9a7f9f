import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Hono } from 'hono';

// The build copies the folder beside the bundle, so the same relative path works in both places.
const DIRECTORY = join(import.meta.dirname, 'assets');

/** Reads a style sheet or a script of the sandbox. */
export function readAsset(name: string): string {
  return readFileSync(join(DIRECTORY, name), 'utf8');
}

/** Serves a text to pages and frames. Frames have an opaque origin, so every request of theirs is cross-origin. */
export function serveText(routes: Hono, path: string, text: string, type: 'css' | 'javascript'): void {
  routes.get(path, (c) => {
    c.header('Content-Type', `text/${type}; charset=utf-8`);
    c.header('Cache-Control', 'no-cache');
    c.header('Cross-Origin-Resource-Policy', 'cross-origin');
    return c.body(text);
  });
}
