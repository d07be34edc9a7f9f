import type { PlaceSnapshot } from '../../src/contract/place.ts';
import { EVENT_TYPE, ORDER_STATUS } from '../../src/contract/status.ts';

/** The owner of the demo account and her deliveries. Times are hours from now. */

export const DEMO_NAME = 'Aoife Brennan';
export const DEMO_PHONE = '+353 1 555 0142';

const savedPlace = (
  name: string,
  street: string,
  postalCode: string,
  latitude: number,
  longitude: number,
) => ({
  name,
  street,
  postalCode,
  city: 'Dublin',
  country: 'Ireland',
  latitude,
  longitude,
});
export const HOME = savedPlace('Home', '18 Rathgar Road', 'D06', 53.3207, -6.2714);
export const OFFICE = savedPlace('Office', '40 Grand Canal Quay', 'D02', 53.3417, -6.2385);
export const WAREHOUSE = savedPlace('Warehouse', '7 Ballymount Road Lower', 'D12', 53.3176, -6.3457);

const place = (name: string, latitude: number, longitude: number, city = 'Dublin'): PlaceSnapshot => ({
  name,
  latitude,
  longitude,
  city,
  postalCode: null,
  country: 'Ireland',
});
const from = ({ street, postalCode, city, latitude, longitude }: typeof HOME): PlaceSnapshot =>
  place(`${street}, ${postalCode}, ${city}`, latitude, longitude);

export type DemoDelivery = {
  from: PlaceSnapshot;
  to: PlaceSnapshot;
  note: string;
  weight?: 100;
  deliveryType?: 1 | 2;
  isPriority?: true;
  isFragile?: true;
  createdHours: number;
  /** How it was paid for; `declined` is a card that the bank declines. A canceled order was refunded. */
  card: 'visa' | 'mastercard' | 'declined';
  order?: { status: number; dayOffset: number; slot: string; pickedUpHours?: number };
};

export const DEMO_DELIVERIES: DemoDelivery[] = [
  {
    from: from(HOME),
    to: place('Main Street, Naas', 53.2203, -6.6607, 'Naas'),
    note: 'Category: Flowers\nPlease keep upright.',
    isFragile: true,
    createdHours: -2,
    card: 'declined',
  },
  {
    from: from(OFFICE),
    to: place('West Street, Drogheda', 53.7149, -6.3527, 'Drogheda'),
    note: 'Category: Business\nRing the bell at the side entrance.',
    deliveryType: 1,
    createdHours: -20,
    card: 'visa',
    order: { status: ORDER_STATUS.scheduled, dayOffset: 1, slot: '10:00 - 12:00' },
  },
  {
    from: from(WAREHOUSE),
    to: place('Abbey Street, Wicklow', 52.9808, -6.0447, 'Wicklow'),
    note: 'Category: Furniture\nTwo people needed',
    weight: 100,
    isPriority: true,
    createdHours: -26,
    card: 'visa',
    order: { status: ORDER_STATUS.inTransit, dayOffset: 1, slot: '14:00 - 16:00', pickedUpHours: -3 },
  },
  {
    from: from(HOME),
    to: place('Main Street, Bray', 53.2028, -6.0983, 'Bray'),
    note: 'Category: Package',
    createdHours: -50,
    card: 'mastercard',
    order: { status: ORDER_STATUS.issue, dayOffset: 0, slot: '09:00 - 11:00', pickedUpHours: -8 },
  },
  {
    from: from(OFFICE),
    to: place("St Stephen's Green, Dublin", 53.3382, -6.2591),
    note: 'Category: Alcohol',
    isFragile: true,
    deliveryType: 2,
    createdHours: -6 * 24,
    card: 'visa',
    order: {
      status: ORDER_STATUS.delivered,
      dayOffset: -6,
      slot: '16:00 - 18:00',
      pickedUpHours: -6 * 24 + 2,
    },
  },
  {
    from: from(WAREHOUSE),
    to: place('Main Street, Maynooth', 53.3814, -6.5916, 'Maynooth'),
    note: 'Category: Appliances',
    weight: 100,
    createdHours: -21 * 24,
    card: 'mastercard',
    order: { status: ORDER_STATUS.delivered, dayOffset: -20, slot: '12:00 - 14:00', pickedUpHours: -20 * 24 },
  },
  {
    from: from(HOME),
    to: place('Main Street, Howth', 53.3871, -6.0654, 'Howth'),
    note: 'Category: Sports Gear',
    createdHours: -33 * 24,
    card: 'visa',
    order: { status: ORDER_STATUS.canceled, dayOffset: -32, slot: '10:00 - 12:00' },
  },
];

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
