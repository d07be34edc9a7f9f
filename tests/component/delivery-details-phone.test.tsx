import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aDelivery, anOrder } from '../support/delivery-fixtures.ts';
import { fakeApi } from '../support/fake-api.ts';
import { cacheDeliveries, openDetails, resetDevice } from './deliveries-harness.tsx';

const WAITING = aDelivery({ id: 7, status: 0 });
const MOVING = aDelivery({ id: 8, status: 2, order: anOrder() });

beforeEach(() => resetDevice());

describe('On a phone', () => {
  const { happyDOM } = window as unknown as {
    happyDOM: { setViewport: (size: { width: number; height: number }) => void };
  };
  const { innerWidth, innerHeight } = window;
  beforeEach(() => happyDOM.setViewport({ width: 360, height: 740 }));
  afterEach(() => happyDOM.setViewport({ width: innerWidth, height: innerHeight }));

  test('the status and the arrival are shown under the heading, once (DET-40)', async () => {
    const order = anOrder({ status: 3, deliveryDate: '2031-11-24', deliveryTime: '14:00 - 16:00' });
    cacheDeliveries([{ ...MOVING, order }]);
    fakeApi({});
    await openDetails(8);
    expect(await screen.findByText('Nov 24, 2031')).toBeVisible();
    expect(screen.getAllByText(/2 to 4 PM/)).toHaveLength(1);
    expect(screen.getAllByText('In Transit')).toHaveLength(1);
    expect(screen.getAllByText(/1\.2\sm³/)).toHaveLength(1);
  });

  test('a planned day that has passed is neither the arrival nor in the calendar (DET-40, DET-44)', async () => {
    const order = anOrder({ status: 3, deliveryDate: '2026-11-24', deliveryTime: '14:00 - 16:00' });
    cacheDeliveries([{ ...MOVING, order }]);
    fakeApi({});
    await openDetails(8);
    expect(await screen.findByText('Planned for Nov 24, 2026')).toBeVisible();
    expect(screen.queryByText(/2 to 4 PM/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add to calendar' })).toBeNull();
  });

  test.each([
    ['Pay €18.40', WAITING],
    ['Share tracking', MOVING],
    ['Send again', { ...MOVING, order: anOrder({ status: 5 }) }],
  ])('the bar offers %s, and nothing else does (DET-41)', async (name, delivery) => {
    cacheDeliveries([delivery]);
    fakeApi({});
    await openDetails(delivery.id);
    expect(await screen.findByRole('button', { name })).toBeVisible();
    expect(screen.getAllByRole('button', { name })).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Pay' })).toBeNull();
  });
});
