import * as v from 'valibot';
import { CONFIG_MARKER } from './constants.ts';
import { DEFAULT_CONFIG } from './default-config.ts';
import { PresetsSchema } from './preset-schema.ts';
import { Tariff } from './tariff.ts';

/** A group of settings. Each may be left out, and otherwise has the type of its default. */
function group<T extends object>(defaults: T): v.GenericSchema<Partial<T> | undefined, T>;
function group(defaults: Record<string, string | number | boolean>): unknown {
  const entries = Object.entries(defaults).map(([name, value]) => [name, setting(value)]);
  return v.optional(v.object(Object.fromEntries(entries)), {});
}

function setting(value: string | number | boolean) {
  switch (typeof value) {
    case 'number':
      return v.optional(v.number(), value);
    case 'boolean':
      return v.optional(v.boolean(), value);
    default:
      return v.optional(v.string(), value);
  }
}

/**
 * The schema of `/config.json`, the public settings of a deployment. Every field has a default, so an operator
 * sets only what differs; default-config.ts describes the fields.
 */
export const Config = v.object({
  apiBase: v.optional(v.string(), DEFAULT_CONFIG.apiBase),
  hookBase: v.optional(v.string(), DEFAULT_CONFIG.hookBase),
  idempotency: group(DEFAULT_CONFIG.idempotency),
  changePasswordAnswers401: v.optional(v.boolean(), DEFAULT_CONFIG.changePasswordAnswers401),
  stripe: group(DEFAULT_CONFIG.stripe),
  checkoutHosts: v.optional(v.array(v.string()), DEFAULT_CONFIG.checkoutHosts),
  geocoder: group(DEFAULT_CONFIG.geocoder),
  tiles: group(DEFAULT_CONFIG.tiles),
  map: group(DEFAULT_CONFIG.map),
  support: group(DEFAULT_CONFIG.support),
  operator: group(DEFAULT_CONFIG.operator),
  analytics: group(DEFAULT_CONFIG.analytics),
  tracking: group(DEFAULT_CONFIG.tracking),
  /** The price list for offline estimates. Without one the app says that the price follows when it is online. */
  tariff: v.nullish(Tariff),
  presets: v.optional(PresetsSchema, DEFAULT_CONFIG.presets),
  push: group(DEFAULT_CONFIG.push),
  demo: v.optional(v.boolean(), DEFAULT_CONFIG.demo),
  demonstration: v.optional(v.boolean(), DEFAULT_CONFIG.demonstration),
});
export type Config = v.InferOutput<typeof Config>;

/** The file itself. The marker tells it from JSON of a captive portal, a proxy or another server. */
export const ConfigFile = v.object({ ...Config.entries, app: v.literal(CONFIG_MARKER) });
