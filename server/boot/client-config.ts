import * as v from 'valibot';
import { Config } from '../../src/contract/config.ts';
import { DEFAULT_CONFIG } from '../../src/contract/default-config.ts';
import type { Settings } from '../config/environment.ts';
import type { Sandbox } from '../dependencies.ts';
import { isPublicNominatim } from '../places/upstream/nominatim-client.ts';

/** How often the app asks for the status of a package that the simulator moves. */
const DEMO_REFRESH_MS = 5000;

/**
 * `/config.json`: the settings in which this deployment differs from the contract's defaults, which the schema adds. All
 * of them are public.
 */
export function createClientConfig(
  settings: Settings,
  { sandbox, pushKey }: { sandbox?: Sandbox; pushKey?: string },
): Config {
  const { stripe, checkoutHosts, tileUrl, isDemo, analytics } = settings;
  const { tariff, support, operator, map, presets } = settings.business;
  const upstream = settings.nominatim.url;
  return v.parse(Config, {
    versions: true,
    stripe: sandbox?.cards ?? { publishableKey: stripe.publishableKey },
    checkoutHosts: [...DEFAULT_CONFIG.checkoutHosts, ...checkoutHosts],
    tiles: { url: tileUrl },
    geocoder: upstream && {
      typeAhead: !isPublicNominatim(upstream),
      gazetteerWhileTyping: true,
      // The page already names GeoNames, the source of its own town names.
      attribution: '© OpenStreetMap contributors',
    },
    tracking: isDemo ? { refreshMs: DEMO_REFRESH_MS, refreshInTransitMs: DEMO_REFRESH_MS } : undefined,
    analytics,
    tariff,
    support,
    operator,
    map,
    presets,
    push: { publicKey: pushKey },
    demo: isDemo,
    demonstration: settings.isDemonstration,
  });
}
