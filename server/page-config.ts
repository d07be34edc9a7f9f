import * as v from 'valibot';
import { Config } from '../src/contract/config.ts';
import type { Settings } from './env.ts';
import { DEMO_TRACKING_REFRESH_MS } from './limits.ts';
import { TARIFF } from './pricing.ts';

/** Keys of Stripe's own shape, so that the page's code is the same; the sandbox accepts any of these. */
const SANDBOX_PUBLISHABLE_KEY = 'pk_test_sandbox';
const SANDBOX_SCRIPT = '/sandbox/stripe/stripe.js';

/** `/config.json`: what this deployment differs in from the contract's defaults. All of it is public. */
export function pageConfig(settings: Settings): Config {
  const { stripe, tileUrl, hookUrl, isDemo } = settings;
  return v.parse(Config, {
    ...(hookUrl === undefined ? {} : { hookBase: hookUrl, idempotency: { api: true, hook: false } }),
    stripe:
      stripe.secretKey === undefined
        ? { publishableKey: SANDBOX_PUBLISHABLE_KEY, scriptUrl: SANDBOX_SCRIPT }
        : { publishableKey: stripe.publishableKey },
    ...(tileUrl === undefined ? {} : { tiles: { url: tileUrl } }),
    ...(settings.nominatim.url === undefined
      ? {}
      : { geocoder: { attribution: '© OpenStreetMap contributors' } }),
    ...(isDemo
      ? { tracking: { refreshMs: DEMO_TRACKING_REFRESH_MS, refreshInTransitMs: DEMO_TRACKING_REFRESH_MS } }
      : {}),
    tariff: TARIFF,
    demo: isDemo,
  });
}
