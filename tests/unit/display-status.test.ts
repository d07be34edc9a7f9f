import { describe, expect, test } from 'vitest';
import { DISPLAY_STATUSES } from '../../src/contract/status.ts';
import { deriveStatus, isFinal } from '../../src/domain/display-status.ts';
import { ROUTE_LINES } from '../../src/domain/status-styles.ts';

describe('The displayed status of a delivery without an order', () => {
  test.each([
    [0, 'waitingPayment'],
    [1, 'pending'],
    [2, 'accepted'],
    [3, 'canceled'],
    [4, 'pending'],
    [99, 'pending'],
    [-1, 'pending'],
  ])('for request status %i is %s (STA-01)', (status, shown) => {
    expect(deriveStatus({ status }).status).toBe(shown);
  });
});

describe('The displayed status of a delivery with an order', () => {
  test.each([
    [0, 'accepted'],
    [1, 'accepted'],
    [2, 'scheduled'],
    [3, 'inTransit'],
    [4, 'servicing'],
    [5, 'delivered'],
    [6, 'canceled'],
    [7, 'issue'],
    [8, 'returned'],
    [9, 'pending'],
    [42, 'pending'],
  ])('for order status %i is %s (STA-01)', (status, shown) => {
    expect(deriveStatus({ status: 2 }, { status }).status).toBe(shown);
  });
});

describe('The allowed actions', () => {
  test('of a delivery that waits for payment are Edit, Delete and Cancel (STA-03)', () => {
    expect(deriveStatus({ status: 0 })).toEqual({
      status: 'waitingPayment',
      canEdit: true,
      canDelete: true,
      canCancel: true,
    });
  });

  test('of a paid delivery are only Cancel', () => {
    expect(deriveStatus({ status: 1 })).toEqual({
      status: 'pending',
      canEdit: false,
      canDelete: false,
      canCancel: true,
    });
  });

  test.each([5, 6, 8])('do not include Cancel in order status %i', (status) => {
    expect(deriveStatus({ status: 2 }, { status }).canCancel).toBe(false);
  });

  test.each([0, 1, 2, 3, 4, 7])('include Cancel in order status %i', (status) => {
    expect(deriveStatus({ status: 2 }, { status }).canCancel).toBe(true);
  });

  test('of a request canceled without an order do not include Cancel (STA-03)', () => {
    expect(deriveStatus({ status: 3 }).canCancel).toBe(false);
  });

  test('include Delete by the status of the request, even when an order exists', () => {
    expect(deriveStatus({ status: 0 }, { status: 0 })).toMatchObject({ canEdit: false, canDelete: true });
  });
});

describe('The position of the parcel on its route', () => {
  test('moves forward until it ends with the delivery', () => {
    const way = ['accepted', 'scheduled', 'inTransit'] as const;
    const places = way.map((status) => ROUTE_LINES[status].progress ?? Number.NaN);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(ROUTE_LINES.delivered).toEqual({ end: 'delivered' });
  });

  test('is final only when delivered, canceled or returned', () => {
    expect(DISPLAY_STATUSES.filter(isFinal)).toEqual(['delivered', 'canceled', 'returned']);
  });
});
