import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { DeliveryRequestInput, GuestRequestInput } from '../../src/contract/delivery-request.ts';
import { DEFAULT_PRESETS } from '../../src/contract/presets.ts';
import type { DraftFields } from '../../src/domain/draft.ts';
import { DEFAULT_FIELDS, EMPTY_GUEST_DETAILS } from '../../src/domain/draft-defaults.ts';
import { validateLocations } from '../../src/domain/draft-rules.ts';
import {
  reverseRoute,
  toDeliveryRequestInput,
  toDraftFields,
  toGuestRequest,
} from '../../src/domain/request-payload.ts';
import { aDelivery } from '../support/delivery-fixtures.ts';

const RATHMINES = {
  latitude: 53.3242,
  longitude: -6.2653,
  city: 'Rathmines',
  postalCode: 'D06',
  country: 'Ireland',
};

function aDraft(overrides: Partial<DraftFields> = {}): DraftFields {
  return {
    ...DEFAULT_FIELDS,
    pickUp: { name: '12 Leinster Road', chosen: RATHMINES },
    dropOff: { name: ' Howth ', chosen: undefined },
    ...overrides,
  };
}
function aRequest(overrides: Partial<DraftFields> = {}): DeliveryRequestInput {
  const request = toDeliveryRequestInput(aDraft(overrides));
  if (!request) throw new Error('The draft is not complete');
  return request;
}

describe('The request of a draft', () => {
  test('has the coordinates of a chosen place and only the name of a typed one (ENT-03)', () => {
    expect(aRequest().pickUpSnapshot).toEqual({ name: '12 Leinster Road', ...RATHMINES });
    expect(aRequest().dropOffSnapshot).toEqual({ name: 'Howth' });
  });

  test('has no place that consists of invisible characters (LAY-09)', () => {
    const dropOff = { name: '\u200b\u2060 \u00ad', chosen: undefined };
    expect(toDeliveryRequestInput(aDraft({ dropOff }))).toBeUndefined();
    expect(validateLocations(aDraft({ dropOff }))).toEqual({ dropOff: 'Drop-off location is required' });
    expect(aRequest({ dropOff: { name: 'How\u200bth\u2060', chosen: undefined } }).dropOffSnapshot.name).toBe(
      'Howth',
    );
  });

  test('has only the name of a place at (0, 0) (WIZ-34, MAP-12)', () => {
    const chosen = { ...RATHMINES, latitude: 0, longitude: 0 };
    expect(aRequest({ pickUp: { name: 'Office', chosen } }).pickUpSnapshot).toEqual({ name: 'Office' });
  });

  test('has every field of the contract', () => {
    const request = aRequest({
      speed: 'same-day',
      isPriority: true,
      isFragile: true,
      instructions: ' Ring ',
    });
    expect(v.parse(DeliveryRequestInput, request)).toMatchObject({
      weight: 30,
      volume: 1.2,
      width: 1.2,
      length: 1,
      height: 1,
      deliveryNote: 'Ring',
      deliveryType: 2,
      isPriority: true,
      isFragile: true,
    });
  });

  test('rounds the volume to two decimals and never to zero (NUM-03)', () => {
    expect(aRequest({ size: 'custom', width: '0.4', length: '1.3', height: '0.5' }).volume).toBe(0.26);
    expect(aRequest({ size: 'custom', width: '0.1', length: '0.1', height: '0.1' }).volume).toBe(0.01);
  });

  test.each<[string, Partial<DraftFields>]>([
    ['a place', { dropOff: { name: ' ', chosen: undefined } }],
    ['a size', { size: undefined }],
    ['a possible side', { size: 'custom', width: '99' }],
    ['a weight', { weight: undefined }],
    ['a speed', { speed: undefined }],
  ])('does not exist without %s', (_, overrides) => {
    expect(toDeliveryRequestInput(aDraft(overrides))).toBeUndefined();
  });
});

describe('The payload of the guest hook', () => {
  const guest = { firstName: ' Niamh ', lastName: 'Byrne', email: 'niamh@example.ie', phone: '087' };

  test('takes the four fields of a guest only from the dialog (ENT-05)', () => {
    const body = toGuestRequest(aRequest(), { guest });
    expect(v.parse(GuestRequestInput, body)).toMatchObject({
      firstName: 'Niamh',
      lastName: 'Byrne',
      email: 'niamh@example.ie',
      phone: '087',
      pickup: '12 Leinster Road',
      dropoff: 'Howth',
    });
    expect(toGuestRequest(aRequest(), { guest: EMPTY_GUEST_DETAILS })).toMatchObject({
      email: '',
      phone: '',
    });
  });

  test.each([
    ['Aoife Mary Brennan', 'Aoife', 'Mary Brennan'],
    ['Cher', 'Cher', ''],
    ['  Aoife  Brennan ', 'Aoife', 'Brennan'],
  ])(
    'takes the four fields of a customer from the account, whose name %j is split at its first space (ENT-05)',
    (name, firstName, lastName) => {
      const user = { name, email: 'a@example.ie', phoneNumber: '+353 87 123 4567' };
      const body = toGuestRequest(aRequest(), { user });
      expect(body).toMatchObject({ firstName, lastName, email: 'a@example.ie', phone: '+353 87 123 4567' });
      expect(v.is(GuestRequestInput, body)).toBe(true);
      expect(toGuestRequest(aRequest(), { user: { ...user, phoneNumber: null } }).phone).toBe('');
      expect(toGuestRequest(aRequest(), { guest }).note).toBe(body.note);
    },
  );

  test('describes the parcel in one line each (ENT-04)', () => {
    const request = aRequest({
      instructions: 'Category: Flowers\n\nRing twice',
      speed: 'express',
      isPriority: true,
    });
    expect(toGuestRequest(request, { guest }).note.split('\n')).toEqual([
      'Notes: Category: Flowers; Ring twice',
      'Delivery type: Express',
      'Priority: Yes',
      'Fragile: No',
      'Weight: 30 kg',
      'Volume: 1.2 m³',
      'Width: 1.2 m',
      'Length: 1 m',
      'Height: 1 m',
    ]);
  });
});

describe('The draft of a request', () => {
  test('becomes the same request again', () => {
    const request = aRequest({
      size: 'custom',
      width: '0.4',
      weight: 'custom',
      customWeight: '45',
      speed: 'express',
      isFragile: true,
      instructions: 'Category: Flowers\nRing twice',
    });
    expect(toDeliveryRequestInput(toDraftFields(request, DEFAULT_PRESETS))).toEqual(request);
  });

  test('uses the presets that match', () => {
    expect(toDraftFields(aDelivery({ weight: 100 }), DEFAULT_PRESETS)).toMatchObject({
      size: 'standard',
      weight: 'heavy',
    });
    expect(toDraftFields(aDelivery({ width: 1.3 }), DEFAULT_PRESETS)).toMatchObject({
      size: 'custom',
      width: '1.3',
    });
  });

  test('brings values of another API within our limits', () => {
    const fields = toDraftFields(
      aDelivery({ weight: 12.5, width: 0.05, height: 20, deliveryType: 9, deliveryNote: null }),
      DEFAULT_PRESETS,
    );
    expect(fields).toMatchObject({
      weight: 'custom',
      customWeight: '13',
      width: '0.1',
      height: '10',
      speed: 'standard',
      instructions: '',
    });
    expect(toDeliveryRequestInput(fields)).toMatchObject({ weight: 13, width: 0.1, height: 10 });
  });

  test('has the places swapped for the reverse delivery', () => {
    const { pickUp, dropOff } = aDraft();
    expect(reverseRoute(aDraft())).toMatchObject({ pickUp: dropOff, dropOff: pickUp });
  });
});
