import * as v from 'valibot';
import { CONFIG_MARKER } from './constants.ts';
import { DEFAULT_CONFIG } from './default-config.ts';
import { PresetsSchema } from './preset-schema.ts';
import { Tariff } from './tariff.ts';

const optionalText = v.optional(v.string(), '');

/**
 * The schema of `/config.json`, the public settings of a deployment. Every field has a default, so an operator
 * sets only what differs; default-config.ts lists the defaults.
 */
export const Config = v.object({
  /** Base URLs of the API and of the guest hook: absolute, or relative to the page's origin. */
  apiBase: v.optional(v.string(), DEFAULT_CONFIG.apiBase),
  hookBase: v.optional(v.string(), DEFAULT_CONFIG.hookBase),
  /** Whether the API and the hook support `Idempotency-Key`. */
  idempotency: v.optional(
    v.object({
      api: v.optional(v.boolean(), DEFAULT_CONFIG.idempotency.api),
      hook: v.optional(v.boolean(), DEFAULT_CONFIG.idempotency.hook),
    }),
    {},
  ),
  /** Whether the API returns 401 for a wrong old password, as other APIs do, instead of 403 like ours. */
  changePasswordAnswers401: v.optional(v.boolean(), DEFAULT_CONFIG.changePasswordAnswers401),
  stripe: v.optional(
    v.object({
      publishableKey: optionalText,
      /** The URL of the sandbox's Stripe.js-compatible script; empty means Stripe's own script. */
      scriptUrl: optionalText,
    }),
    {},
  ),
  /** Hosts that a checkout page may be on, in addition to the page's own host. */
  checkoutHosts: v.optional(v.array(v.string()), DEFAULT_CONFIG.checkoutHosts),
  geocoder: v.optional(
    v.object({
      searchUrl: v.optional(v.string(), DEFAULT_CONFIG.geocoder.searchUrl),
      reverseUrl: v.optional(v.string(), DEFAULT_CONFIG.geocoder.reverseUrl),
      /** Whether the geocoder allows type-ahead, that is, requests while a person types. */
      typeAhead: v.optional(v.boolean(), DEFAULT_CONFIG.geocoder.typeAhead),
      /** Whether it serves `source=gazetteer` from its own data, which allows type-ahead. */
      gazetteerWhileTyping: v.optional(v.boolean(), DEFAULT_CONFIG.geocoder.gazetteerWhileTyping),
      attribution: v.optional(v.string(), DEFAULT_CONFIG.geocoder.attribution),
    }),
    {},
  ),
  tiles: v.optional(
    v.object({
      url: v.optional(v.string(), DEFAULT_CONFIG.tiles.url),
      attribution: v.optional(v.string(), DEFAULT_CONFIG.tiles.attribution),
      attributionUrl: v.optional(v.string(), DEFAULT_CONFIG.tiles.attributionUrl),
      reportUrl: v.optional(v.string(), DEFAULT_CONFIG.tiles.reportUrl),
      maxZoom: v.optional(v.number(), DEFAULT_CONFIG.tiles.maxZoom),
    }),
    {},
  ),
  map: v.optional(
    v.object({
      latitude: v.optional(v.number(), DEFAULT_CONFIG.map.latitude),
      longitude: v.optional(v.number(), DEFAULT_CONFIG.map.longitude),
      zoom: v.optional(v.number(), DEFAULT_CONFIG.map.zoom),
    }),
    {},
  ),
  support: v.optional(
    v.object({
      email: v.optional(v.string(), DEFAULT_CONFIG.support.email),
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
      refreshMs: v.optional(v.number(), DEFAULT_CONFIG.tracking.refreshMs),
      refreshInTransitMs: v.optional(v.number(), DEFAULT_CONFIG.tracking.refreshInTransitMs),
    }),
    {},
  ),
  /** The price list for offline estimates. Without one the app says that the price follows when it is online. */
  tariff: v.nullish(Tariff),
  /** The sizes and weights that the wizard offers besides Standard, Light, Heavy and Custom. */
  presets: v.optional(PresetsSchema, DEFAULT_CONFIG.presets),
  /** Without a key the server sends no notifications, and the app offers none. */
  push: v.optional(v.object({ publicKey: v.optional(v.string(), DEFAULT_CONFIG.push.publicKey) }), {}),
  /** Whether this deployment has demo data, so that the login form can offer the demo account. */
  demo: v.optional(v.boolean(), DEFAULT_CONFIG.demo),
  /**
   * Whether payments or mails are simulated although other machines can reach the deployment. Every page then says so.
   */
  demonstration: v.optional(v.boolean(), DEFAULT_CONFIG.demonstration),
});
export type Config = v.InferOutput<typeof Config>;

/** The file itself. The marker tells it from JSON of a captive portal, a proxy or another server. */
export const ConfigFile = v.object({ ...Config.entries, app: v.literal(CONFIG_MARKER) });
