import * as v from 'valibot';

export const OrderEvent = v.object({ type: v.pipe(v.number(), v.integer()), time: v.string() });
export type OrderEvent = v.InferOutput<typeof OrderEvent>;

/**
 * An order, which operations create from an accepted delivery request. `guid` is the tracking number;
 * `deliveryDate` is a day (YYYY-MM-DD) and `deliveryTime` a time slot as text ("14:00 - 16:00");
 * `deliveredTime` and the times of the history are ISO 8601 in UTC.
 */
export const Order = v.object({
  id: v.pipe(v.number(), v.integer()),
  guid: v.string(),
  referenceNumber: v.nullish(v.string()),
  status: v.pipe(v.number(), v.integer()),
  deliveryDate: v.nullish(v.string()),
  deliveryTime: v.nullish(v.string()),
  deliveredTime: v.nullish(v.string()),
  history: v.nullish(v.array(OrderEvent)),
});
export type Order = v.InferOutput<typeof Order>;

/** What anyone who has the tracking number may see: towns, dates and status, but no name and no street. */
export const Tracking = v.object({
  ...Order.entries,
  from: v.nullish(v.string()),
  to: v.nullish(v.string()),
});
export type Tracking = v.InferOutput<typeof Tracking>;

const status = v.pipe(v.number(), v.integer());

/** What a reference alone reveals: the status of the request, and of its order if there is one. */
export const ReferenceStatus = v.object({
  referenceNumber: v.string(),
  status,
  order: v.nullish(v.object({ status })),
});
export type ReferenceStatus = v.InferOutput<typeof ReferenceStatus>;
