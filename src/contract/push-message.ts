import * as v from 'valibot';
import { DISPLAY_STATUSES } from './status.ts';

/**
 * What a push message contains: the state of one parcel when it was sent. The worker words it in the time zone of the
 * device.
 */
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
