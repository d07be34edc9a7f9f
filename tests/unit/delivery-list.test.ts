import { describe, expect, test } from 'vitest';
import { filterDeliveries, filterTrackedDeliveries, matchesSearch } from '../../src/domain/delivery-list.ts';
import { aDelivery, anOrder, GUID } from '../support/delivery-fixtures.ts';

const waiting = aDelivery({ id: 1, status: 0, created: '2026-11-01T10:00:00' });
const accepted = aDelivery({
  id: 2,
  status: 2,
  created: '2026-11-03T10:00:00',
  order: anOrder({ status: 1 }),
});
const inTransit = aDelivery({
  id: 3,
  status: 2,
  created: '2026-11-02T10:00:00',
  order: anOrder({ status: 3 }),
});
const deliveredButOpen = aDelivery({
  id: 4,
  status: 2,
  created: '2026-11-04T10:00:00',
  order: anOrder({ status: 5 }),
});
const closed = aDelivery({ id: 5, status: 3, created: '2026-11-05T10:00:00', order: anOrder({ status: 5 }) });
const all = [waiting, accepted, inTransit, deliveredButOpen, closed];
const ids = (list: { id: number }[]) => list.map(({ id }) => id);

describe('The tabs of My Deliveries', () => {
  test('Active has open requests, newest first, and finished ones separately (DEL-05)', () => {
    const { open, finished } = filterDeliveries('active', all, '');
    expect(ids(open)).toEqual([2, 3, 1]);
    expect(ids(finished)).toEqual([4]);
  });

  test('Past has closed requests, whatever the status of their order', () => {
    const { open, finished } = filterDeliveries('past', all, '');
    expect(ids(open)).toEqual([5]);
    expect(finished).toEqual([]);
  });

  test('deliveries of the same moment are sorted by id, newest first', () => {
    const simultaneous = [aDelivery({ id: 8 }), aDelivery({ id: 9 })];
    expect(ids(filterDeliveries('active', simultaneous, '').open)).toEqual([9, 8]);
  });
});

describe('The filters of Package Tracking', () => {
  test('use the status that is displayed', () => {
    expect(ids(filterTrackedDeliveries('all', all, ''))).toEqual([5, 4, 2, 3, 1]);
    expect(ids(filterTrackedDeliveries('accepted', all, ''))).toEqual([2]);
    expect(ids(filterTrackedDeliveries('inTransit', all, ''))).toEqual([3]);
    expect(ids(filterTrackedDeliveries('delivered', all, ''))).toEqual([5, 4]);
    expect(filterTrackedDeliveries('scheduled', all, '')).toEqual([]);
  });
});

describe('The search of deliveries', () => {
  const delivery = aDelivery({ status: 2, order: anOrder() });

  test.each([
    'leinster',
    'HOWTH',
    'd13',
    GUID.slice(0, 8),
    'snd-204',
    'in transit',
    'second bell',
    '  Rathmines ',
    '',
  ])('finds the delivery by %j', (text) => {
    expect(matchesSearch(delivery, text)).toBe(true);
  });

  test.each(['Cork', 'Delivered', '(', 'undefined', 'null'])('does not find the delivery by %j', (text) => {
    expect(matchesSearch(delivery, text)).toBe(false);
  });
});
