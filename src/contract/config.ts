import * as v from 'valibot';
import { CONFIG_MARKER } from './constants.ts';
import { DEFAULT_CONFIG } from './default-config.ts';
import { PresetsSchema } from './preset-schema.ts';
import { Tariff } from './tariff.ts';

/** The schemas of settings. Each may be left out, and otherwise has the type of its default. */
function settings<T extends object>(defaults: T): { [Name in keyof T]: v.GenericSchema<unknown, T[Name]> };
function settings(defaults: object): unknown {
  return Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, setting(value)]));
}

function setting(value: unknown): v.GenericSchema {
  switch (typeof value) {
    case 'number':
      return v.optional(v.number(), value);
    case 'boolean':
      return v.optional(v.boolean(), value);
    case 'string':
      return v.optional(v.string(), value);
    default:
      return v.optional(v.object(settings(Object(value))), {});
  }
}

/**
 * The schema of `/config.json`, the public settings of a deployment. Every field has a default, so an operator
 * sets only what differs; default-config.ts describes the fields.
 */
export const Config = v.object({
  ...settings(DEFAULT_CONFIG),
  checkoutHosts: v.optional(v.array(v.string()), DEFAULT_CONFIG.checkoutHosts),
  /** The price list for offline estimates. Without one the app says that the price follows when it is online. */
  tariff: v.nullish(Tariff),
  presets: v.optional(PresetsSchema, DEFAULT_CONFIG.presets),
});
export type Config = v.InferOutput<typeof Config>;

/** Timers treat longer delays as none. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** A shorter interval would read in a loop. */
const MIN_INTERVAL_MS = 1000;

/**
 * The file itself. The marker tells it from JSON of a captive portal, a proxy or another server. A file with settings
 * that the app cannot work with is refused as a whole, so that the stored configuration stays.
 */
export const ConfigFile = v.pipe(
  v.object({ ...Config.entries, app: v.literal(CONFIG_MARKER) }),
  v.check(({ apiBase, hookBase }) => isBaseUrl(apiBase) && isBaseUrl(hookBase), 'must be http addresses'),
  v.check(
    ({ tracking }) => Object.values(tracking).every((ms) => ms >= MIN_INTERVAL_MS && ms <= MAX_TIMER_MS),
    'must be possible intervals',
  ),
);

/** A base URL is absolute, or relative to the page. */
function isBaseUrl(url: string): boolean {
  try {
    return /^https?:$/.test(new URL(url, 'https://send.example').protocol);
  } catch {
    return false;
  }
}
