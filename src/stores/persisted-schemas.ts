import * as v from 'valibot';
import { Address } from '../contract/address.ts';
import { Config } from '../contract/config.ts';
import { TEXT_MAX_LENGTH } from '../contract/constants.ts';
import { DeliveryRequest } from '../contract/delivery-request.ts';
import { Tracking } from '../contract/order.ts';
import { ChosenPlace, Draft } from '../domain/draft.ts';

/*
 * The schemas of what the stores write to the device. They are loaded when the device is first read, because the page
 * must not wait for them before it is hydrated.
 */

const Consent = v.picklist(['granted', 'refused']);

export const PersistedApp = v.object({
  config: v.optional(Config),
  consent: v.fallback(v.optional(Consent), undefined),
});

export const PersistedAddresses = v.object({
  owner: v.optional(v.string()),
  list: validItems(Address),
  updatedAt: v.optional(v.number()),
});

const PriceChange = v.object({ told: v.number(), confirmed: v.number(), currency: v.string() });

export const PersistedDeliveries = v.object({
  owner: v.optional(v.string()),
  list: validItems(DeliveryRequest),
  listUpdatedAt: v.optional(v.number()),
  next: v.fallback(v.optional(v.string()), undefined),
  updatedAt: v.fallback(v.record(v.string(), v.number()), {}),
  priceChanges: v.optional(v.fallback(v.record(v.string(), PriceChange), {}), {}),
});

const TrackedPackage = v.object({
  /** The tracking number that was looked up; a UUID is in lower case. */
  guid: v.string(),
  tracking: Tracking,
  /** When the server last confirmed it. */
  at: v.number(),
  /** The account that looked it up; undefined for a guest. */
  owner: v.optional(v.string()),
  /** The guest's request that became this package, if it was sent from this device. */
  requestId: v.optional(v.union([v.number(), v.string()])),
});

export const PersistedTracked = v.object({ list: validItems(TrackedPackage) });

export const PersistedDrafts = v.object({
  drafts: validItems(Draft),
  currentId: v.optional(v.fallback(v.optional(v.string()), undefined)),
  /** When each removed draft was removed, so that another tab's copy does not bring it back. */
  removed: v.optional(v.fallback(v.record(v.string(), v.number()), {}), {}),
  /** Drafts up to this moment were deleted because the user logged out. */
  clearedAt: v.optional(v.fallback(v.number(), 0), 0),
});

const RecentPlace = v.object({
  /** The whole address in one line. */
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(TEXT_MAX_LENGTH)),
  street: v.fallback(v.string(), ''),
  chosen: ChosenPlace,
  /** The account that chose it; undefined for a guest. */
  owner: v.optional(v.string()),
});

export const PersistedRecentPlaces = v.object({ list: validItems(RecentPlace) });

const Record = v.object({ state: v.unknown() });

/** Reads the state in the record of a store; undefined if it does not match the schema. */
export function parseRecord<P>(
  record: unknown,
  name: string,
  schema: v.GenericSchema<unknown, P>,
): P | undefined {
  const envelope = v.safeParse(Record, record);
  if (!envelope.success) return undefined;
  const parsed = v.safeParse(schema, envelope.output.state);
  if (!parsed.success) {
    console.warn(`The stored "${name}" does not match its schema and is ignored`, parsed.issues[0].message);
    return undefined;
  }
  return parsed.output;
}

/** A list schema that retains valid items and drops the others, so that one bad item does not cost them. */
function validItems<T extends v.GenericSchema>(item: T) {
  return v.pipe(
    v.fallback(v.array(v.unknown()), []),
    v.transform((items) =>
      items.flatMap((candidate) => {
        const parsed = v.safeParse(item, candidate);
        return parsed.success ? [parsed.output as v.InferOutput<T>] : [];
      }),
    ),
  );
}
