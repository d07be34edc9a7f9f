import { describe, expect, test } from 'vitest';
import { DISPLAY_STATUSES } from '../../src/contract/status.ts';
import { deriveStatus, isFinal, parcelProgress } from '../../src/domain/display-status.ts';

describe('what a person sees of a delivery without an order', () => {
  test.each([
    [0, 'waitingPayment'],
    [1, 'pending'],
    [2, 'accepted'],
    [3, 'canceled'],
    [4, 'pending'],
    [99, 'pending'],
    [-1, 'pending'],
  ])('request status %i shows as %s (STA-01)', (status, shown) => {
    expect(deriveStatus({ status }).status).toBe(shown);
  });
});

describe('what a person sees once there is an order', () => {
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
  ])('order status %i shows as %s (STA-01)', (status, shown) => {
    expect(deriveStatus({ status: 2 }, { status }).status).toBe(shown);
  });
});

describe('what a person may do', () => {
  test('a delivery that waits for payment can be edited, deleted and cancelled (STA-03)', () => {
    expect(deriveStatus({ status: 0 })).toEqual({
      status: 'waitingPayment',
      canEdit: true,
      canDelete: true,
      canCancel: true,
    });
  });

  test('a paid one can only be cancelled', () => {
    expect(deriveStatus({ status: 1 })).toEqual({
      status: 'pending',
      canEdit: false,
      canDelete: false,
      canCancel: true,
    });
  });

  test.each([5, 6, 8])('an order in status %i cannot be cancelled any more', (status) => {
    expect(deriveStatus({ status: 2 }, { status }).canCancel).toBe(false);
  });

  test.each([0, 1, 2, 3, 4, 7])('an order in status %i can be cancelled', (status) => {
    expect(deriveStatus({ status: 2 }, { status }).canCancel).toBe(true);
  });

  test('a request cancelled without an order cannot be cancelled again (STA-03)', () => {
    expect(deriveStatus({ status: 3 }).canCancel).toBe(false);
  });

  test('deleting follows the request even when an order exists already', () => {
    expect(deriveStatus({ status: 0 }, { status: 0 })).toMatchObject({ canEdit: false, canDelete: true });
  });
});

describe('the parcel on its line', () => {
  test('moves forward from accepted to delivered', () => {
    const way = ['accepted', 'scheduled', 'inTransit', 'delivered'] as const;
    const places = way.map((status) => parcelProgress(status) ?? Number.NaN);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places.at(-1)).toBe(1);
  });

  test('only delivered, canceled and returned are final', () => {
    expect(DISPLAY_STATUSES.filter(isFinal)).toEqual(['delivered', 'canceled', 'returned']);
  });
});
