import * as v from 'valibot';
import { DISPLAY_STATUSES } from './status.ts';
import { text } from './text.ts';

const ENDPOINT_MAX_LENGTH = 1000;

const Endpoint = v.pipe(text(ENDPOINT_MAX_LENGTH), v.regex(/^https?:\/\//, 'Must be an address'));
/** Bytes in base64url without padding. */
const bytes = (length: number) =>
  v.pipe(v.string(), v.regex(/^[\w-]+$/, 'Must be base64url'), v.length(Math.ceil((length * 4) / 3)));

/** What a browser's `PushSubscription.toJSON()` contains: where to send messages, and how to encrypt them. */
export const PushSubscription = v.object({
  endpoint: Endpoint,
  keys: v.object({ p256dh: bytes(65), auth: bytes(16) }),
  /** The earlier endpoint of this device, if the browser has renewed its subscription. The new one replaces it. */
  replaces: v.optional(Endpoint),
});

/** The deliveries of a customer that a device is notified about: one, or all of them. */
export const CustomerPushSubscription = v.object({
  ...PushSubscription.entries,
  deliveryId: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 31 - 1))),
});

/** What a device no longer wants to be notified about. The endpoint is secret and so needs no login. */
export const PushRemoval = v.object({
  endpoint: Endpoint,
  /** Everything, unless it is given. */
  about: v.optional(
    v.object({
      kind: v.picklist(['all', 'delivery', 'parcel']),
      /** The id of the delivery, or the tracking number. */
      id: v.optional(text(36)),
    }),
  ),
});

/** A push message: the state of one parcel when it was sent. The worker words it in the time zone of the device. */
export const PushMessage = v.object({
  /** The tracking number. */
  guid: v.string(),
  status: v.picklist(DISPLAY_STATUSES),
  /** The day (YYYY-MM-DD) and time slot of the arrival. */
  day: v.nullish(v.string()),
  slot: v.nullish(v.string()),
  /** Whether it is for a customer and not for a guest. */
  isCustomers: v.boolean(),
});
export type PushMessage = v.InferOutput<typeof PushMessage>;
