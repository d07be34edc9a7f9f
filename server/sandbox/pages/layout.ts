import type { Context, Hono } from 'hono';
import { html, raw } from 'hono/html';
import { readAsset } from '../read-asset.ts';

/** The type that `html` returns: text that is already escaped. */
export type Markup = ReturnType<typeof html>;

type PageContent = { title: string; body: Markup; badge: string };

/** The sandbox's pages need no script, no frame and no other host. Forms may be sent to `formTargets`. */
function pagePolicy(formTargets: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    `form-action 'self' ${formTargets.join(' ')}`.trim(),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The style sheet of the sandbox's pages. Every part that has pages serves it. */
export function serveStylesheet(routes: Hono): void {
  const stylesheet = ['tokens.css', 'layout.css', 'pages.css'].map(readAsset).join('\n');
  routes.get('/sandbox.css', (c) => {
    c.header('Content-Type', 'text/css; charset=utf-8');
    c.header('Cache-Control', 'no-cache');
    return c.body(stylesheet);
  });
}

/** Returns a complete page. No page of the sandbox is ever cached or indexed. */
export function renderPage(
  c: Context,
  page: PageContent,
  { status = 200, formTargets = [] }: { status?: 200 | 401 | 404; formTargets?: readonly string[] } = {},
): Response | Promise<Response> {
  c.header('Content-Security-Policy', pagePolicy(formTargets));
  c.header('Cache-Control', 'no-store');
  c.header('X-Robots-Tag', 'noindex');
  c.header('Referrer-Policy', 'no-referrer');
  c.header('X-Content-Type-Options', 'nosniff');
  return c.html(pageDocument(page), status);
}

function pageDocument({ title, body, badge }: PageContent): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/sandbox/sandbox.css">
</head>
<body>
<header class="top"><div class="wrap top-in"><span class="brand">${logo}<span>Send</span></span><span class="badge">${badge}</span></div></header>
<main class="wrap">${body}</main>
</body>
</html>`;
}

const logo = raw(
  '<svg class="mark" width="34" height="34" viewBox="0 0 64 64" aria-hidden="true"><rect width="64" height="64" rx="16"/><g transform="translate(32 32) scale(1.1) translate(-32 -32.3)"><path d="M37.5 16.5H26.8a8 8 0 0 0-8 8 7.5 7.5 0 0 0 7.5 7.5h11.4a7.5 7.5 0 0 1 7.5 7.5 8 8 0 0 1-8 8H27"/><circle cx="42.3" cy="16.5" r="4.8"/><rect class="end" x="16.8" y="42" width="11" height="11" rx="2.5"/></g></svg>',
);

export const errorIcon = raw(
  '<svg class="i" width="18" height="18" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="8.5"/><path d="M12 7.5v5.5M12 16.3v.1"/></svg>',
);

export const infoIcon = raw(
  '<svg class="i" width="18" height="18" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="8.5"/><path d="M12 11v5.5M12 7.7v.1"/></svg>',
);
