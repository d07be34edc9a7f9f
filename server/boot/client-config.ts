import * as v from 'valibot';
import { Config } from '../../src/contract/config.ts';
import { DEFAULT_CONFIG } from '../../src/contract/default-config.ts';
import type { Settings } from '../config/environment.ts';
import { DEMO_TRACKING_REFRESH_MS } from '../config/limits.ts';
import type { Sandbox } from '../dependencies.ts';
import { isPublicNominatim } from '../places/upstream/nominatim-client.ts';

/**
 * `/config.json`: the settings in which this deployment differs from the contract's defaults. All of them are public.
 */
export function createClientConfig(
  settings: Settings,
  { sandbox, pushKey }: { sandbox?: Sandbox; pushKey?: string },
): Config {
  const { stripe, checkoutHosts, tileUrl, isDemo } = settings;
  const { tariff, support, operator, map, presets } = settings.business;
  return v.parse(Config, {
    stripe: sandbox?.cards ?? { publishableKey: stripe.publishableKey },
    ...(checkoutHosts.length === 0
      ? {}
      : { checkoutHosts: [...DEFAULT_CONFIG.checkoutHosts, ...checkoutHosts] }),
    ...(tileUrl === undefined ? {} : { tiles: { url: tileUrl } }),
    ...(settings.nominatim.url === undefined
      ? {}
      : {
          geocoder: {
            // Its usage policy allows no request for each letter.
            typeAhead: !isPublicNominatim(settings.nominatim.url),
            gazetteerWhileTyping: true,
            // The page already names GeoNames, the source of its own town names.
            attribution: '© OpenStreetMap contributors',
          },
        }),
    ...(isDemo
      ? { tracking: { refreshMs: DEMO_TRACKING_REFRESH_MS, refreshInTransitMs: DEMO_TRACKING_REFRESH_MS } }
      : {}),
    analytics: settings.analytics,
    tariff,
    support,
    operator,
    ...(map === undefined ? {} : { map }),
    ...(presets === undefined ? {} : { presets }),
    ...(pushKey === undefined ? {} : { push: { publicKey: pushKey } }),
    demo: isDemo,
    demonstration: settings.isDemonstration,
  });
}
