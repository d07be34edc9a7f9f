import * as v from 'valibot';
import { MAP_CENTRE, MAP_ZOOM, TRACKING_REFRESH_IN_TRANSIT_MS, TRACKING_REFRESH_MS } from './constants.ts';
import { Tariff } from './price.ts';

const optionalText = v.optional(v.string(), '');

/**
 * The schema of `/config.json`, the public settings of a deployment. Every field has a default, so an operator
 * sets only what differs.
 */
export const Config = v.object({
  /** Base URLs of the API and of the guest hook: absolute, or relative to the page's origin. */
  apiBase: v.optional(v.string(), '/api'),
  hookBase: v.optional(v.string(), '/hook'),
  /** Whether the API and the hook support `Idempotency-Key`. */
  idempotency: v.optional(
    v.object({ api: v.optional(v.boolean(), true), hook: v.optional(v.boolean(), true) }),
    {},
  ),
  /** Whether the API returns 401 for a wrong old password, as other APIs do, instead of 403 like ours. */
  changePasswordAnswers401: v.optional(v.boolean(), false),
  stripe: v.optional(
    v.object({
      publishableKey: optionalText,
      /** The URL of the sandbox's Stripe.js-compatible script; empty means Stripe's own script. */
      scriptUrl: optionalText,
    }),
    {},
  ),
  /** Hosts that a checkout page may be on, in addition to the page's own host. */
  checkoutHosts: v.optional(v.array(v.string()), ['checkout.stripe.com']),
  geocoder: v.optional(
    v.object({
      searchUrl: v.optional(v.string(), '/geocode/search'),
      reverseUrl: v.optional(v.string(), '/geocode/reverse'),
      /** Whether the geocoder allows type-ahead, that is, requests while a person types. */
      typeAhead: v.optional(v.boolean(), true),
      /** Whether it serves `source=gazetteer` from its own data, which allows type-ahead. */
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
      chatUrl: optionalText,
    }),
    {},
  ),
  /** The company that runs the deployment. The legal pages show a placeholder for each field that is empty. */
  operator: v.optional(
    v.object({
      name: optionalText,
      /** Its number in the register of companies. */
      number: optionalText,
      vatNumber: optionalText,
      address: optionalText,
      /** Where it delivers, such as "Dublin and Wicklow". */
      region: optionalText,
      dataProtectionContact: optionalText,
      /** How long it stores accounts and deliveries, such as "two years". */
      retention: optionalText,
    }),
    {},
  ),
  /** Both are off unless the operator sets them and the visitor consents. */
  analytics: v.optional(
    v.object({
      conversionId: optionalText,
      /** The URL of a session-recording tool's script. */
      sessionRecordingUrl: optionalText,
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
  /** The price list for offline estimates. Without one the app says that the price follows when it is online. */
  tariff: v.nullish(Tariff),
  /** Whether this deployment has demo data, so that the login form can offer the demo account. */
  demo: v.optional(v.boolean(), false),
  /**
   * Whether payments or mails are simulated although other machines can reach the deployment. Every page then says so.
   */
  demonstration: v.optional(v.boolean(), false),
});
export type Config = v.InferOutput<typeof Config>;

export const DEFAULT_CONFIG: Config = v.parse(Config, {});
