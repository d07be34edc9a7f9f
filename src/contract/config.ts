import * as v from 'valibot';
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
