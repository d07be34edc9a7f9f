import type { PlaceSnapshot } from '../../src/contract/place.ts';
import { EVENT_TYPE, ORDER_STATUS, REQUEST_STATUS } from '../../src/contract/status.ts';

/** The owner of the demo account and the events of her parcels. Times are hours from now. */

export const DEMO_NAME = 'Aoife Brennan';
export const DEMO_PHONE = '+353 1 555 0142';

type SavedPlace = {
  name: string;
  street: string;
  postalCode: string;
  city: string;
  country: string;
  latitude: number;
  longitude: number;
};
const dublin = { city: 'Dublin', country: 'Ireland' };
export const HOME: SavedPlace = {
  name: 'Home',
  street: '18 Rathgar Road',
  postalCode: 'D06',
  latitude: 53.3207,
  longitude: -6.2714,
  ...dublin,
};
export const OFFICE: SavedPlace = {
  name: 'Office',
  street: '40 Grand Canal Quay',
  postalCode: 'D02',
  latitude: 53.3417,
  longitude: -6.2385,
  ...dublin,
};
export const WAREHOUSE: SavedPlace = {
  name: 'Warehouse',
  street: '7 Ballymount Road Lower',
  postalCode: 'D12',
  latitude: 53.3176,
  longitude: -6.3457,
  ...dublin,
};

const placeSnapshot = (
  name: string,
  latitude: number,
  longitude: number,
  city = 'Dublin',
): PlaceSnapshot => ({
  name,
  latitude,
  longitude,
  city,
  postalCode: null,
  country: 'Ireland',
});
const toSnapshot = (from: SavedPlace): PlaceSnapshot =>
  placeSnapshot(`${from.street}, ${from.postalCode}, ${from.city}`, from.latitude, from.longitude);

/** How a delivery was paid for; `declined` is a card that the bank refused. */
export type DemoPayment = {
  card: 'visa' | 'mastercard' | 'declined';
  /** Whether the payment was refunded when the order was cancelled. */
  isRefunded?: true;
};

type DemoEvent = { type: number; hours: number };
export type DemoDelivery = {
  from: PlaceSnapshot;
  to: PlaceSnapshot;
  note: string;
  weight: 30 | 100;
  deliveryType: 0 | 1 | 2;
  isPriority: boolean;
  isFragile: boolean;
  createdHours: number;
  requestStatus: number;
  payment: DemoPayment;
  order?: { status: number; dayOffset: number; slot: string; failedAttempts?: number; events: DemoEvent[] };
};

const createdEvents = (hours: number): DemoEvent[] => [
  { type: EVENT_TYPE.requestCreated, hours },
  { type: EVENT_TYPE.requestAccepted, hours: hours + 0.4 },
  { type: EVENT_TYPE.orderCreated, hours: hours + 0.4 },
  { type: EVENT_TYPE.scheduled, hours: hours + 0.6 },
];
const deliveredEvents = (hours: number): DemoEvent[] => [
  { type: EVENT_TYPE.pickedUp, hours },
  { type: EVENT_TYPE.inTransit, hours: hours + 0.5 },
  { type: EVENT_TYPE.delivered, hours: hours + 3.2 },
];
const STANDARD_PARCEL = { weight: 30, deliveryType: 0, isPriority: false, isFragile: false } as const;

export const DEMO_DELIVERIES: DemoDelivery[] = [
  {
    ...STANDARD_PARCEL,
    from: toSnapshot(HOME),
    to: placeSnapshot('Main Street, Naas', 53.2203, -6.6607, 'Naas'),
    note: 'Category: Flowers\nPlease keep upright.',
    isFragile: true,
    createdHours: -2,
    requestStatus: REQUEST_STATUS.waitingPayment,
    payment: { card: 'declined' },
  },
  {
    ...STANDARD_PARCEL,
    from: toSnapshot(OFFICE),
    to: placeSnapshot('West Street, Drogheda', 53.7149, -6.3527, 'Drogheda'),
    note: 'Category: Business\nRing the bell at the side entrance.',
    deliveryType: 1,
    createdHours: -20,
    requestStatus: REQUEST_STATUS.accepted,
    payment: { card: 'visa' },
    order: {
      status: ORDER_STATUS.scheduled,
      dayOffset: 1,
      slot: '10:00 - 12:00',
      events: createdEvents(-20),
    },
  },
  {
    ...STANDARD_PARCEL,
    from: toSnapshot(WAREHOUSE),
    to: placeSnapshot('Abbey Street, Wicklow', 52.9808, -6.0447, 'Wicklow'),
    note: 'Category: Furniture\nTwo people needed',
    weight: 100,
    isPriority: true,
    createdHours: -26,
    requestStatus: REQUEST_STATUS.accepted,
    payment: { card: 'visa' },
    order: {
      status: ORDER_STATUS.inTransit,
      dayOffset: 1,
      slot: '14:00 - 16:00',
      events: [...createdEvents(-26), ...deliveredEvents(-3).slice(0, 2)],
    },
  },
  {
    ...STANDARD_PARCEL,
    from: toSnapshot(HOME),
    to: placeSnapshot('Main Street, Bray', 53.2028, -6.0983, 'Bray'),
    note: 'Category: Package',
    createdHours: -50,
    requestStatus: REQUEST_STATUS.accepted,
    payment: { card: 'mastercard' },
    order: {
      status: ORDER_STATUS.issue,
      dayOffset: 0,
      slot: '09:00 - 11:00',
      failedAttempts: 1,
      events: [
        ...createdEvents(-50),
        ...deliveredEvents(-8).slice(0, 2),
        { type: EVENT_TYPE.deliveryFailed, hours: -5 },
      ],
    },
  },
  {
    ...STANDARD_PARCEL,
    from: toSnapshot(OFFICE),
    to: placeSnapshot("St Stephen's Green, Dublin", 53.3382, -6.2591),
    note: 'Category: Alcohol',
    isFragile: true,
    deliveryType: 2,
    createdHours: -6 * 24,
    requestStatus: REQUEST_STATUS.closed,
    payment: { card: 'visa' },
    order: {
      status: ORDER_STATUS.delivered,
      dayOffset: -6,
      slot: '16:00 - 18:00',
      events: [...createdEvents(-6 * 24), ...deliveredEvents(-6 * 24 + 2)],
    },
  },
  {
    ...STANDARD_PARCEL,
    from: toSnapshot(WAREHOUSE),
    to: placeSnapshot('Main Street, Maynooth', 53.3814, -6.5916, 'Maynooth'),
    note: 'Category: Appliances',
    weight: 100,
    createdHours: -21 * 24,
    requestStatus: REQUEST_STATUS.closed,
    payment: { card: 'mastercard' },
    order: {
      status: ORDER_STATUS.delivered,
      dayOffset: -20,
      slot: '12:00 - 14:00',
      events: [...createdEvents(-21 * 24), ...deliveredEvents(-20 * 24)],
    },
  },
  {
    ...STANDARD_PARCEL,
    from: toSnapshot(HOME),
    to: placeSnapshot('Main Street, Howth', 53.3871, -6.0654, 'Howth'),
    note: 'Category: Sports Gear',
    createdHours: -33 * 24,
    requestStatus: REQUEST_STATUS.closed,
    payment: { card: 'visa', isRefunded: true },
    order: {
      status: ORDER_STATUS.canceled,
      dayOffset: -32,
      slot: '10:00 - 12:00',
      events: [...createdEvents(-33 * 24), { type: EVENT_TYPE.requestCancelled, hours: -33 * 24 + 2 }],
    },
  },
];
