import * as v from 'valibot';
import { MAP_CENTRE, MAP_ZOOM, TRACKING_REFRESH_IN_TRANSIT_MS, TRACKING_REFRESH_MS } from './constants.ts';
import { Tariff } from './price.ts';

/**
 * `/config.json`: what a deployment chooses and the page must know. Every field has a default, so an
 * operator writes only what differs; all of it is public.
 */
export const Config = v.object({
  /** Where the API and the guest hook are: absolute, or relative to the page's origin. */
  apiBase: v.optional(v.string(), '/api'),
  hookBase: v.optional(v.string(), '/hook'),
  /** Whether each honours `Idempotency-Key`. */
  idempotency: v.optional(
    v.object({ api: v.optional(v.boolean(), true), hook: v.optional(v.boolean(), true) }),
    {},
  ),
  /** Whether a wrong old password is answered 401 (other APIs) and not 403 (ours). */
  changePasswordAnswers401: v.optional(v.boolean(), false),
  stripe: v.optional(
    v.object({
      publishableKey: v.optional(v.string(), ''),
      /** A Stripe.js-compatible script of the sandbox; empty means Stripe's own. */
      scriptUrl: v.optional(v.string(), ''),
    }),
    {},
  ),
  /** Hosts, beside the page's own, that a payment page may be on. */
  checkoutHosts: v.optional(v.array(v.string()), ['checkout.stripe.com']),
  geocoder: v.optional(
    v.object({
      searchUrl: v.optional(v.string(), '/geocode/search'),
      reverseUrl: v.optional(v.string(), '/geocode/reverse'),
      /** Whether the geocoder may be asked while a person types. */
      typeAhead: v.optional(v.boolean(), true),
      /** Whether it answers `source=gazetteer` from its own data, which may be asked at every key. */
      gazetteerWhileTyping: v.optional(v.boolean(), false),
      attribution: v.optional(v.string(), '© GeoNames (CC BY 4.0)'),
    }),
    {},
  ),
  tiles: v.optional(
    v.object({
      url: v.optional(v.string(), 'https://tile.openstreetmap.org/{z}/{x}/{y}.png'),
      attribution: v.optional(v.string(), '© OpenStreetMap contributors'),
      attributionUrl: v.optional(v.string(), 'https://www.openstreetmap.org/copyright'),
      reportUrl: v.optional(v.string(), 'https://www.openstreetmap.org/fixthemap'),
      maxZoom: v.optional(v.number(), 19),
    }),
    {},
  ),
  map: v.optional(
    v.object({
      latitude: v.optional(v.number(), MAP_CENTRE.latitude),
      longitude: v.optional(v.number(), MAP_CENTRE.longitude),
      zoom: v.optional(v.number(), MAP_ZOOM),
    }),
    {},
  ),
  support: v.optional(
    v.object({
      email: v.optional(v.string(), 'support@send.example'),
      chatUrl: v.optional(v.string(), ''),
    }),
    {},
  ),
  /** Both off unless the operator sets them and the visitor consents. */
  analytics: v.optional(
    v.object({
      conversionId: v.optional(v.string(), ''),
      /** The script of a session-recording tool. */
      sessionRecordingUrl: v.optional(v.string(), ''),
    }),
    {},
  ),
  tracking: v.optional(
    v.object({
      refreshMs: v.optional(v.number(), TRACKING_REFRESH_MS),
      refreshInTransitMs: v.optional(v.number(), TRACKING_REFRESH_IN_TRANSIT_MS),
    }),
    {},
  ),
  /** The price list for offline quotes; without one the app says that the price comes later. */
  tariff: v.nullish(Tariff),
  /** Whether this deployment shows demo data, so that the page can offer the demo account. */
  demo: v.optional(v.boolean(), false),
});
export type Config = v.InferOutput<typeof Config>;

export const DEFAULT_CONFIG: Config = v.parse(Config, {});
