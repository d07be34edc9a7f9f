import { describe, expect, test } from 'vitest';
import { DEFAULT_PRESETS } from '../../src/contract/presets.ts';
import { arrivalOf, formatExpectedTime } from '../../src/domain/arrival.ts';
import { packageSummary, speedLabel } from '../../src/domain/parcel.ts';
import { routeDescription, routeLabels, routeTitle } from '../../src/domain/place-labels.ts';
import { aDelivery, anOrder } from '../support/delivery-fixtures.ts';

const NOW = new Date('2026-11-20T13:00:00').valueOf();

describe('The heading of a delivery', () => {
  test('is the city, with the street below', () => {
    expect(routeTitle(aDelivery())).toBe('Rathmines to Howth');
    expect(routeLabels(aDelivery()).from).toEqual({ title: 'Rathmines', detail: '12 Leinster Road' });
  });

  test('contains the streets if both cities are the same', () => {
    const delivery = aDelivery({
      pickUpSnapshot: { name: '12 Leinster Road, Dublin', city: 'Dublin' },
      dropOffSnapshot: { name: '3 Abbey Street, Dublin', city: 'dublin' },
    });
    expect(routeTitle(delivery)).toBe('12 Leinster Road to 3 Abbey Street');
    expect(routeLabels(delivery).to).toEqual({ title: '3 Abbey Street', detail: 'Dublin' });
  });

  test('is the first part of a place that was typed', () => {
    const delivery = aDelivery({
      pickUpSnapshot: { name: 'My place , behind the church' },
      dropOffSnapshot: { name: 'Howth' },
    });
    expect(routeTitle(delivery)).toBe('My place to Howth');
  });

  test('names the house of an apartment', () => {
    const delivery = aDelivery({
      pickUpSnapshot: { name: 'Apartment 12, The Old Distillery, Dublin 7' },
      dropOffSnapshot: { name: 'Flat B' },
    });
    expect(routeTitle(delivery)).toBe('The Old Distillery to Flat B');
    expect(routeLabels(delivery).from.detail).toBe('Apartment 12, Dublin 7');
  });

  test('isolates right-to-left text from the words around it', () => {
    const delivery = aDelivery({
      pickUpSnapshot: { name: 'شارع الملك فيصل ١٢' },
      dropOffSnapshot: { name: 'Howth' },
    });
    expect(routeTitle(delivery)).toBe('\u2068شارع الملك فيصل ١٢\u2069 to Howth');
  });

  test('has a fallback for places without a name', () => {
    const delivery = aDelivery({ pickUpSnapshot: { name: ' , ' }, dropOffSnapshot: { name: '' } });
    expect(routeTitle(delivery)).toBe('Unknown place to Unknown place');
  });

  test('contains the distance if both places have coordinates', () => {
    expect(routeDescription(aDelivery())).toBe('Rathmines to Howth, about 15 km.');
    expect(
      routeDescription(aDelivery({ dropOffSnapshot: { name: 'Howth', latitude: 0, longitude: 0 } })),
    ).toBe('Rathmines to Howth.');
  });
});

describe('The description of the parcel', () => {
  test('contains size, volume, weight and fragility', () => {
    expect(packageSummary(aDelivery(), DEFAULT_PRESETS)).toBe('Standard, 1.2\u00a0m³, 30\u00a0kg, Fragile');
    expect(packageSummary(aDelivery({ width: 0.8, volume: 0.8, isFragile: false }), DEFAULT_PRESETS)).toBe(
      'Custom, 0.8\u00a0m³, 30\u00a0kg',
    );
  });

  test('contains the speed, with Priority Handling if it was chosen', () => {
    expect(speedLabel({ deliveryType: 0, isPriority: false })).toBe('Standard (1-2 days)');
    expect(speedLabel({ deliveryType: 1, isPriority: true })).toBe(
      'Express (Next day) with Priority Handling',
    );
    // It is also read on later days.
    expect(speedLabel({ deliveryType: 2, isPriority: false })).toBe('Same day');
  });
});

describe('The time on the card of a delivery', () => {
  const order = anOrder();

  test('is shown for today', () => {
    expect(arrivalOf({ status: 'inTransit', order }, NOW)).toEqual({
      headline: 'Arrives today',
      detail: '2 to 4 PM',
    });
    expect(formatExpectedTime('inTransit', order, NOW)).toBe('Today, 2 to 4 PM');
  });

  test('is shown for another day', () => {
    const later = anOrder({ deliveryDate: '2026-11-23', deliveryTime: '09:00 - 11:00' });
    expect(arrivalOf({ status: 'scheduled', order: later }, NOW)).toEqual({
      headline: 'Nov 23, 2026',
      detail: '9 to 11 AM',
    });
  });

  test('says that no day is planned', () => {
    expect(arrivalOf({ status: 'accepted', order: null }, NOW).headline).toBe('Not scheduled yet');
    expect(arrivalOf({ status: 'inTransit', order: null }, NOW).headline).toBe('On its way');
    expect(arrivalOf({ status: 'servicing', order: null }, NOW).headline).toBe('At our facility');
    expect(formatExpectedTime('accepted', null, NOW)).toBeUndefined();
  });

  test('claims no arrival on a day that has passed', () => {
    const late = anOrder({ deliveryDate: '2026-11-10' });
    expect(arrivalOf({ status: 'inTransit', order: late }, NOW)).toEqual({
      headline: 'On its way',
      detail: 'Planned for Nov 10, 2026',
    });
    expect(formatExpectedTime('inTransit', late, NOW)).toBeUndefined();
  });

  test('says that the delivery waits for payment', () => {
    expect(arrivalOf(aPrice('waitingPayment'), NOW)).toEqual({ headline: 'Ready to pay', detail: '€18.40' });
    expect(arrivalOf({ ...aPrice('waitingPayment'), isPaymentProcessing: true }, NOW)).toEqual({
      headline: 'Your payment is being processed',
      detail: '€18.40',
    });
  });

  test('says that an attempt has failed', () => {
    const failed = anOrder({
      deliveryDate: '2026-11-21',
      history: [{ type: 8, time: '2026-11-20T12:00:00' }],
    });
    expect(arrivalOf({ status: 'issue', order: failed }, NOW)).toEqual({
      headline: 'We could not deliver',
      detail: 'Next attempt tomorrow',
    });
    const notPickedUp = anOrder({
      deliveryDate: '2026-11-18',
      history: [{ type: 7, time: '2026-11-20T12:00:00' }],
    });
    expect(arrivalOf({ status: 'issue', order: notPickedUp }, NOW)).toEqual({
      headline: 'We could not pick up',
      detail: '',
    });
  });

  test('says when the delivery ended', () => {
    expect(
      arrivalOf({ status: 'delivered', order: anOrder({ deliveredTime: '2026-11-18T11:42:00' }) }, NOW),
    ).toEqual({ headline: 'Nov 18, 2026', detail: '11:42 AM' });
    expect(arrivalOf({ status: 'canceled', lastModified: '2026-11-16T09:00:00' }, NOW)).toEqual({
      headline: 'Nov 16, 2026',
      detail: 'Canceled',
    });
    expect(formatExpectedTime('delivered', order, NOW)).toBeUndefined();
  });

  function aPrice(status: 'waitingPayment') {
    return { status, estimatedPrice: 18.4, currency: 'EUR' };
  }
});
