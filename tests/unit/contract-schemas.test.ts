import { type GenericSchema, is } from 'valibot';
import { describe, expect, test } from 'vitest';
import { ALERT_TICK_MS } from '../../src/app/alerts/countdown.ts';
import { Address, AddressInput } from '../../src/contract/address.ts';
import { addressLine } from '../../src/contract/address-line.ts';
import * as contract from '../../src/contract/constants.ts';
import {
  DeliveryRequest,
  DeliveryRequestInput,
  GuestRequestInput,
} from '../../src/contract/delivery-request.ts';
import { DELIVERY_TYPE } from '../../src/contract/delivery-type.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { DEFAULT_CURRENCY } from '../../src/contract/money.ts';
import { Order, OrderEvent, Tracking } from '../../src/contract/order.ts';
import { Payment, PaymentMethod, PaymentSession } from '../../src/contract/payment.ts';
import { PlaceSnapshot } from '../../src/contract/place.ts';
import { LoggedInUser, Registration } from '../../src/contract/user.ts';
import * as limits from '../../src/domain/limits.ts';
import { ROUTE_CURVATURE, ROUTE_CURVE_SEGMENTS } from '../../src/domain/route-curve.ts';
import * as submit from '../../src/features/request/use-submit.ts';
import * as combobox from '../../src/ui/Combobox.tsx';
import * as places from '../../src/use-cases/places/use-place-suggestions.ts';
import { FAQ_ENTRIES } from '../support/faq.ts';

function fieldsOf(schema: GenericSchema): string[] {
  return 'entries' in schema && typeof schema.entries === 'object' && schema.entries !== null
    ? Object.keys(schema.entries)
    : [];
}
const SIDES = ['width', 'length', 'height'];

describe('Records have the specified fields (ENT-01)', () => {
  test.each<[string, GenericSchema, string[]]>([
    ['a user', LoggedInUser, ['name', 'email', 'phoneNumber', 'photo', 'jwtToken']],
    ['a registration', Registration, ['name', 'phoneNumber', 'email', 'password']],
    [
      'a saved address',
      Address,
      [
        'id',
        'name',
        'country',
        'city',
        'street',
        'postalCode',
        'latitude',
        'longitude',
        'isDefaultPickUp',
        'isDefaultDropOff',
        'address',
      ],
    ],
    [
      'a snapshot of a place',
      PlaceSnapshot,
      ['name', 'city', 'postalCode', 'latitude', 'longitude', 'country'],
    ],
    [
      'a delivery request',
      DeliveryRequest,
      [
        'id',
        'created',
        'lastModified',
        'pickUpSnapshot',
        'dropOffSnapshot',
        'weight',
        'volume',
        ...SIDES,
        'deliveryNote',
        'deliveryType',
        'isPriority',
        'isFragile',
        'status',
        'estimatedPrice',
        'order',
      ],
    ],
    [
      'an order',
      Order,
      ['id', 'guid', 'referenceNumber', 'status', 'deliveryDate', 'deliveryTime', 'deliveredTime', 'history'],
    ],
    ['an entry of its history', OrderEvent, ['type', 'time']],
    [
      'the response to a tracking number',
      Tracking,
      [
        'id',
        'guid',
        'referenceNumber',
        'status',
        'deliveryDate',
        'deliveryTime',
        'deliveredTime',
        'history',
        'from',
        'to',
      ],
    ],
    ['a saved card', PaymentMethod, ['id', 'brand', 'last4', 'expMonth', 'expYear', 'isDefault']],
    [
      'a payment',
      Payment,
      [
        'id',
        'created',
        'status',
        'amount',
        'currency',
        'description',
        'cardBrand',
        'cardLast4',
        'cardExpMonth',
        'cardExpYear',
        'cardholderName',
        'receiptUrl',
        'invoiceUrl',
      ],
    ],
    ['a payment session', PaymentSession, ['sessionUrl']],
    [
      'a guest’s request',
      GuestRequestInput,
      ['firstName', 'lastName', 'phone', 'email', 'pickup', 'dropoff', 'note'],
    ],
  ])('%s', (_, schema, fields) => {
    expect(fieldsOf(schema)).toEqual(expect.arrayContaining(fields));
  });

  test('and requests have no other fields than these', () => {
    expect(fieldsOf(DeliveryRequestInput).toSorted()).toEqual(
      [
        'pickUpSnapshot',
        'dropOffSnapshot',
        'weight',
        'volume',
        ...SIDES,
        'deliveryNote',
        'deliveryType',
        'isPriority',
        'isFragile',
      ].toSorted(),
    );
    expect(fieldsOf(AddressInput).toSorted()).toEqual(
      [
        'name',
        'street',
        'postalCode',
        'city',
        'country',
        'latitude',
        'longitude',
        'isDefaultPickUp',
        'isDefaultDropOff',
      ].toSorted(),
    );
  });

  test('and so has a question of the FAQ', () => {
    for (const entry of FAQ_ENTRIES)
      expect(Object.keys(entry)).toEqual(expect.arrayContaining(['id', 'question', 'answer', 'category']));
  });
});

/** The names of the fields of a schema, and of the schemas in it, that may be missing but not null. */
function fieldsThatRejectNull(schema: GenericSchema, name = ''): string[] {
  if (schema.type === 'optional' && !is(schema, null)) return [name];
  const inner = Object.entries(schema).flatMap(([key, value]) =>
    key === 'wrapped' || key === 'item' ? [[name, value]] : key === 'entries' ? Object.entries(value) : [],
  );
  return inner.flatMap(([field, child]) => fieldsThatRejectNull(child, field));
}

test('an API may return null for every field that it may leave out (CAL-02)', () => {
  const rejected = Object.entries(endpoints).map(([name, { response }]) => [
    name,
    fieldsThatRejectNull(response),
  ]);
  expect(rejected.filter(([, fields]) => fields?.length)).toEqual([]);
});

test('an address is formatted as street, postal code, city (ENT-02)', () => {
  expect(addressLine({ street: '12 Leinster Road', postalCode: 'D06', city: 'Dublin' })).toBe(
    '12 Leinster Road, D06, Dublin',
  );
  expect(addressLine({ street: '12 Leinster Road', postalCode: '', city: 'Dublin' })).toBe(
    '12 Leinster Road, Dublin',
  );
});

test('the speeds are 0 standard, 1 express, 2 same day (ENT-07)', () => {
  expect(DELIVERY_TYPE).toEqual({ standard: 0, express: 1, 'same-day': 2 });
});

test('numbers of the specification have their values (NUM-05, NUM-06)', () => {
  expect({ ...contract, ...limits, ...places, ...submit, ...combobox }).toMatchObject({
    CHECKOUT_REDIRECT_MS: 500,
    GUEST_RELOAD_MS: 4000,
    SUGGESTION_CLICK_GUARD_MS: 100,
    SUGGESTION_LIST_MAX_PX: 300,
    SUGGESTION_AFTER_CHARS: 2,
    SKELETON_CARDS: 3,
    PASSWORD_MIN_LENGTH: 6,
    DIMENSION_MIN: 0.1,
    DIMENSION_MAX: 10,
    DIMENSION_STEP: 0.1,
    WEIGHT_MIN: 1,
    WEIGHT_MAX: 1000,
    MAP_CENTRE: { latitude: 53.35, longitude: -6.26 },
    MAP_ZOOM: 13,
    TRACKING_REFRESH_MS: 30 * 60_000,
  });
  expect(ALERT_TICK_MS).toBe(20);
  expect(DEFAULT_CURRENCY).toBe('EUR');
  expect({ ROUTE_CURVE_SEGMENTS, ROUTE_CURVATURE }).toEqual({
    ROUTE_CURVE_SEGMENTS: 10,
    ROUTE_CURVATURE: 0.18,
  });
  expect(limits.DELIVERY_RADIUS_KM / 1.609344).toBeCloseTo(limits.DELIVERY_RADIUS_MILES, 1);
});
