import * as v from 'valibot';
import { PlaceSnapshot } from '../../src/contract/place.ts';
import { EVENT_TYPE, ORDER_STATUS } from '../../src/contract/status.ts';
import demo from './demo.json';

/** A delivery of the demo account. Times are hours from now. */
const DemoDelivery = v.object({
  /** The name of one of the saved addresses. */
  from: v.string(),
  to: PlaceSnapshot,
  note: v.string(),
  weight: v.optional(v.number(), 30),
  deliveryType: v.optional(v.picklist([0, 1, 2]), 0),
  isPriority: v.optional(v.boolean(), false),
  isFragile: v.optional(v.boolean(), false),
  createdHours: v.number(),
  /** How it was paid for; `declined` is a card that the bank declines. A canceled order was refunded. */
  card: v.picklist(['visa', 'mastercard', 'declined']),
  order: v.optional(
    v.object({
      status: v.pipe(
        v.picklist(['scheduled', 'inTransit', 'issue', 'delivered', 'canceled']),
        v.transform((name) => ORDER_STATUS[name]),
      ),
      dayOffset: v.number(),
      slot: v.string(),
      pickedUpHours: v.exactOptional(v.number()),
    }),
  ),
});
export type DemoDelivery = v.InferOutput<typeof DemoDelivery>;

/** The owner of the demo account and her saved addresses. */
export const { name: DEMO_NAME, phoneNumber: DEMO_PHONE, addresses: DEMO_ADDRESSES } = demo;
export const DEMO_DELIVERIES = v.parse(v.array(DemoDelivery), demo.deliveries);

export function demoPlace(addressName: string): PlaceSnapshot {
  const address = DEMO_ADDRESSES.find(({ name }) => name === addressName);
  if (address === undefined) throw new Error(`The demo has no address ${addressName}`);
  const { street, postalCode, city, country, latitude, longitude } = address;
  const name = `${street}, ${postalCode}, ${city}`;
  return { name, latitude, longitude, city, postalCode: null, country };
}

/** The events of an order follow from its status. */
export function eventsOf({ createdHours, order }: DemoDelivery): { type: number; hours: number }[] {
  const pickedUp = order?.pickedUpHours ?? 0;
  const last = new Map<number | undefined, { type: number; hours: number }>([
    [ORDER_STATUS.issue, { type: EVENT_TYPE.deliveryFailed, hours: pickedUp + 3 }],
    [ORDER_STATUS.delivered, { type: EVENT_TYPE.delivered, hours: pickedUp + 3.2 }],
    [ORDER_STATUS.canceled, { type: EVENT_TYPE.requestCancelled, hours: createdHours + 2 }],
  ]).get(order?.status);
  const transport = [
    { type: EVENT_TYPE.pickedUp, hours: pickedUp },
    { type: EVENT_TYPE.inTransit, hours: pickedUp + 0.5 },
  ];
  return [
    { type: EVENT_TYPE.requestCreated, hours: createdHours },
    { type: EVENT_TYPE.requestAccepted, hours: createdHours + 0.4 },
    { type: EVENT_TYPE.orderCreated, hours: createdHours + 0.4 },
    { type: EVENT_TYPE.scheduled, hours: createdHours + 0.6 },
    ...(order?.pickedUpHours === undefined ? [] : transport),
    ...(last === undefined ? [] : [last]),
  ];
}
