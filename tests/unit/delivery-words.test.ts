import { describe, expect, test } from 'vitest';
import { arrivalOf, formatExpectedTime } from '../../src/domain/arrival.ts';
import { packageSummary, speedLabel } from '../../src/domain/parcel-labels.ts';
import { routeDescription, routeLabels, routeTitle } from '../../src/domain/place-labels.ts';
import { aDelivery, anOrder } from '../support/delivery-fixtures.ts';

const NOW = new Date('2026-11-20T13:00:00').valueOf();

describe('the places of a delivery', () => {
  test('head it by city, with the street below', () => {
    expect(routeTitle(aDelivery())).toBe('Rathmines to Howth');
    expect(routeLabels(aDelivery()).from).toEqual({ title: 'Rathmines', detail: '12 Leinster Road' });
  });

  test('are told apart by street when the city is the same', () => {
    const delivery = aDelivery({
      pickUpSnapshot: { name: '12 Leinster Road, Dublin', city: 'Dublin' },
      dropOffSnapshot: { name: '3 Abbey Street, Dublin', city: 'dublin' },
    });
    expect(routeTitle(delivery)).toBe('12 Leinster Road to 3 Abbey Street');
    expect(routeLabels(delivery).to).toEqual({ title: '3 Abbey Street', detail: 'Dublin' });
  });

  test('that were only typed are headed by their first part', () => {
    const delivery = aDelivery({
      pickUpSnapshot: { name: 'My place , behind the church' },
      dropOffSnapshot: { name: 'Howth' },
    });
    expect(routeTitle(delivery)).toBe('My place to Howth');
  });

  test('keep text from right to left to itself, so that it does not turn the words around it', () => {
    const delivery = aDelivery({
      pickUpSnapshot: { name: 'شارع الملك فيصل ١٢' },
      dropOffSnapshot: { name: 'Howth' },
    });
    expect(routeTitle(delivery)).toBe('\u2068شارع الملك فيصل ١٢\u2069 to Howth');
  });

  test('without any name still have a headline', () => {
    const delivery = aDelivery({ pickUpSnapshot: { name: ' , ' }, dropOffSnapshot: { name: '' } });
    expect(routeTitle(delivery)).toBe('Unknown place to Unknown place');
  });

  test('say how far they are apart when the map knows both', () => {
    expect(routeDescription(aDelivery())).toBe('Rathmines to Howth, about 15 km.');
    expect(
      routeDescription(aDelivery({ dropOffSnapshot: { name: 'Howth', latitude: 0, longitude: 0 } })),
    ).toBe('Rathmines to Howth.');
  });
});

describe('the parcel in words', () => {
  test('names its size, volume, weight and fragility', () => {
    expect(packageSummary(aDelivery())).toBe('Standard, 1.2\u00a0m³, 30\u00a0kg, Fragile');
    expect(packageSummary(aDelivery({ width: 0.8, volume: 0.8, isFragile: false }))).toBe(
      'Custom, 0.8\u00a0m³, 30\u00a0kg',
    );
  });

  test('names its speed, with Priority Handling when asked for', () => {
    expect(speedLabel({ deliveryType: 0, isPriority: false })).toBe('Standard (1-2 days)');
    expect(speedLabel({ deliveryType: 1, isPriority: true })).toBe(
      'Express (Next day) with Priority Handling',
    );
    expect(speedLabel({ deliveryType: 2, isPriority: false })).toBe('Same day (Today)');
  });
});

describe('what a card says about when', () => {
  const order = anOrder();

  test('on the day', () => {
    expect(arrivalOf({ status: 'inTransit', order }, NOW)).toEqual({
      headline: 'Arrives today',
      detail: '2:00 PM – 4:00 PM',
    });
    expect(formatExpectedTime('inTransit', order, NOW)).toBe('Today, 2:00 PM – 4:00 PM');
  });

  test('on another day', () => {
    const later = anOrder({ deliveryDate: '2026-11-23', deliveryTime: '09:00 - 11:00' });
    expect(arrivalOf({ status: 'scheduled', order: later }, NOW)).toEqual({
      headline: 'Nov 23, 2026',
      detail: '9:00 AM – 11:00 AM',
    });
  });

  test('while nothing is planned', () => {
    expect(arrivalOf({ status: 'accepted', order: null }, NOW).headline).toBe('Not scheduled yet');
    expect(formatExpectedTime('accepted', null, NOW)).toBeUndefined();
  });

  test('when it waits for payment', () => {
    expect(arrivalOf(aPrice('waitingPayment'), NOW)).toEqual({ headline: 'Ready to pay', detail: '€18.40' });
  });

  test('after a failed attempt', () => {
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

  test('when it has ended', () => {
    expect(
      arrivalOf({ status: 'delivered', order: anOrder({ deliveredTime: '2026-11-18T11:42:00' }) }, NOW),
    ).toEqual({ headline: 'Nov 18, 2026', detail: '11:42 AM' });
    expect(arrivalOf({ status: 'canceled', lastModified: '2026-11-16T09:00:00' }, NOW)).toEqual({
      headline: 'Nov 16, 2026',
      detail: 'Cancelled',
    });
    expect(formatExpectedTime('delivered', order, NOW)).toBeUndefined();
  });

  function aPrice(status: 'waitingPayment') {
    return { status, estimatedPrice: 18.4, currency: 'EUR' };
  }
});
