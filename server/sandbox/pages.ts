import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context, Hono } from 'hono';
import { html, raw } from 'hono/html';

/** The type that `html` returns: text that is already escaped. */
export type Markup = ReturnType<typeof html>;

type Page = { title: string; body: Markup; badge: string; formTargets?: readonly string[] };

const STYLESHEET = '/sandbox/sandbox.css';
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'";

/** The style sheet of the sandbox's pages. Every part that has pages serves it. */
export function serveStylesheet(routes: Hono): void {
  const css = ['tokens.css', 'layout.css', 'pages.css'].map(readAsset).join('\n');
  serveText(routes, '/sandbox.css', css, 'css');
}

/** Returns a complete page. It works without a script, and needs no frame and no other host; forms may be sent to `formTargets`. */
export function renderPage(c: Context, { title, body, badge, formTargets = [] }: Page) {
  const forms = `form-action ${["'self'", ...formTargets].join(' ')}`;
  c.header('Content-Security-Policy', `${POLICY}; ${forms}; frame-ancestors 'none'`);
  c.header('X-Robots-Tag', 'noindex');
  c.header('X-Content-Type-Options', 'nosniff');
  const content = html`<header class="top"><div class="wrap top-in"><span class="brand">${logo}<span>Send</span></span><span class="badge">${badge}</span></div></header>
<main class="wrap">${body}</main>`;
  return renderDocument(c, title, content, STYLESHEET);
}

/** Returns a page for a frame, which only our own pages may embed. It may run our scripts, and call our server. */
export function renderFrame(c: Context, title: string, content: Markup, stylesheet = STYLESHEET) {
  const rights = "connect-src 'self'; form-action 'self'; frame-ancestors 'self'";
  c.header('Content-Security-Policy', `${POLICY}; ${rights}`);
  c.header('X-Frame-Options', 'SAMEORIGIN');
  return renderDocument(c, title, content, stylesheet);
}

function renderDocument(c: Context, title: string, content: Markup, stylesheet: string) {
  c.header('Cache-Control', 'no-store');
  c.header('Referrer-Policy', 'no-referrer');
  return c.html(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${stylesheet}">
</head>
<body>
${content}
</body>
</html>`);
}

const logo = raw(
  '<svg class="mark" width="34" height="34" viewBox="0 0 64 64" aria-hidden="true"><rect width="64" height="64" rx="16"/><g transform="translate(32 32) scale(1.1) translate(-32 -32.3)"><path d="M37.5 16.5H26.8a8 8 0 0 0-8 8 7.5 7.5 0 0 0 7.5 7.5h11.4a7.5 7.5 0 0 1 7.5 7.5 8 8 0 0 1-8 8H27"/><circle cx="42.3" cy="16.5" r="4.8"/><rect class="end" x="16.8" y="42" width="11" height="11" rx="2.5"/></g></svg>',
);

const icon = (path: string) =>
  raw(
    `<svg class="i" width="18" height="18" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="8.5"/><path d="${path}"/></svg>`,
  );
export const errorIcon = icon('M12 7.5v5.5M12 16.3v.1');
export const infoIcon = icon('M12 11v5.5M12 7.7v.1');

// The build copies the folder beside the bundle, so the same relative path works in both places.
const DIRECTORY = join(import.meta.dirname, 'assets');

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
