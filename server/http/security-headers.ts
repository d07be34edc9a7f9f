import { DEFAULT_CONFIG } from '../../src/contract/default-config.ts';
import type { Settings } from '../config/environment.ts';

/** Browsers report violations of the content security policy to this path. */
export const REPORTS_PATH = '/reports/content-policy';
const REPORT_GROUP = 'content-policy';

export type ContentSecurityPolicy = Record<string, string[]>;

/** The content security policy, one line per directive. It allows no inline scripts and no `eval`. */
export function createContentSecurityPolicy(
  settings: Settings,
  hashes: { scripts: string[]; styles: string[] },
): ContentSecurityPolicy {
  const hasStripe = settings.stripe.secretKey !== undefined;
  const stripe = (...hosts: string[]) => (hasStripe ? hosts : []);
  const { conversionId, sessionRecordingUrl } = settings.analytics;
  const adService = conversionId === undefined ? [] : ['https://www.googleadservices.com'];
  const tiles = tileOrigins(settings.tileUrl);
  const recorder = sessionRecordingUrl === undefined ? [] : [new URL(sessionRecordingUrl).origin];
  return {
    'default-src': ["'self'"],
    'script-src': [
      "'self'",
      ...hashes.scripts,
      ...stripe('https://js.stripe.com', 'https://*.js.stripe.com'),
      ...recorder,
    ],
    'style-src': ["'self'", ...hashes.styles],
    // Prerendered pages contain style attributes, which need this permission. Styles that React and Leaflet set through
    // the DOM do not. A style attribute can neither load nor run anything.
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...tiles, ...adService],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...tiles, ...recorder, ...stripe('https://api.stripe.com')],
    'frame-src': hasStripe
      ? ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com']
      : // The card fields of the sandbox are frames, whose documents have an opaque origin.
        ["'self'"],
    'form-action': ["'self'", ...stripe('https://checkout.stripe.com')],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    // A session-recording tool may write HTML itself, and cannot be tested here.
    ...(recorder.length > 0
      ? {}
      : { 'require-trusted-types-for': ["'script'"], 'trusted-types': ['default'] }),
    // Chromium uses `report-to`, and Firefox and Safari use `report-uri`.
    'report-to': [REPORT_GROUP],
    'report-uri': [REPORTS_PATH],
  };
}

export function securityHeaders(settings: Settings, policy: ContentSecurityPolicy): Record<string, string> {
  const directives = Object.entries(policy).map(([name, sources]) => `${name} ${sources.join(' ')}`);
  return {
    'content-security-policy': directives.join('; '),
    'reporting-endpoints': `${REPORT_GROUP}="${REPORTS_PATH}"`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'permissions-policy': 'geolocation=(self), camera=(), microphone=(), payment=(self)',
    // The operator's other hosts below this name may not have https, so the header leaves them out.
    ...(settings.isSecure ? { 'strict-transport-security': 'max-age=63072000' } : {}),
  };
}

/** Leaflet replaces `{s}` in a tile URL with one of three letters. */
function tileOrigins(tileUrl = DEFAULT_CONFIG.tiles.url): string[] {
  const urls = ['a', 'b', 'c'].map((letter) => new URL(tileUrl.replaceAll('{s}', letter)));
  return [...new Set(urls.map(({ origin }) => origin))];
}
