import { describe, expect, test } from 'vitest';
import { lastEvent, timelineOf } from '../../src/domain/timeline.ts';
import { anOrder } from '../support/delivery-fixtures.ts';

const ALL_EVENTS: [number, string, string, boolean][] = [
  [0, 'Order Request Created', 'We received your delivery request.', false],
  [1, 'Order Created', 'Your order has been created.', false],
  [2, 'Order Request Accepted', 'Your request has been accepted.', false],
  [3, 'Order Scheduled', 'Your delivery has been scheduled.', false],
  [4, 'Order Picked Up', 'The driver has picked up your package.', false],
  [5, 'Order Delivered', 'Your package has been delivered.', false],
  [6, 'Order In Transit', 'Your package is on its way.', false],
  [7, 'Order Pickup Failed', 'We could not pick up your package.', true],
  [8, 'Order Delivery Failed', 'We could not deliver your package.', true],
  [9, 'Order Rescheduled', 'Your delivery has been moved to a new time.', false],
  [10, 'Order Request Cancelled', 'This request has been cancelled.', true],
  [77, 'Update', 'Your delivery has been updated.', false],
];

describe('The timeline', () => {
  test.each(ALL_EVENTS)('shows event %i as "%s" (STA-04)', (type, title, sentence, isNegative) => {
    const [day] = timelineOf({ status: 'inTransit', history: [{ type, time: '2026-11-20T13:52:00' }] });
    expect(day?.events).toMatchObject([{ title, sentence, isNegative, time: '1:52 PM' }]);
  });

  test('is sorted newest first and grouped by day, whatever the order of the server', () => {
    const history = anOrder().history ?? [];
    for (const order of [history, [...history].reverse()]) {
      const days = timelineOf({ status: 'inTransit', history: order });
      expect(days.map(({ date }) => date)).toEqual(['Nov 20, 2026', 'Nov 19, 2026']);
      expect(days.flatMap(({ events }) => events.map(({ title }) => title))).toEqual([
        'Order In Transit',
        'Order Picked Up',
        'Order Scheduled',
        'Order Request Accepted',
        'Order Request Created',
      ]);
    }
  });

  test('shows the later of two events at the same moment first', () => {
    const time = '2026-11-20T13:52:00';
    const [day] = timelineOf({
      status: 'accepted',
      history: [
        { type: 0, time },
        { type: 2, time },
      ],
    });
    expect(day?.events.map(({ title }) => title)).toEqual([
      'Order Request Accepted',
      'Order Request Created',
    ]);
  });

  test('shows an event with an invalid time last and without a time', () => {
    const days = timelineOf({
      status: 'inTransit',
      history: [
        { type: 3, time: 'soon' },
        { type: 6, time: '2026-11-20T13:52:00' },
      ],
    });
    expect(days.at(-1)).toMatchObject({ date: '', events: [{ title: 'Order Scheduled', time: '' }] });
  });

  test.each([undefined, null, []])(
    'without history (%j) shows that the order was placed (STA-05)',
    (history) => {
      expect(timelineOf({ status: 'pending', history, created: '2026-11-19T10:12:00' })).toMatchObject([
        {
          date: 'Nov 19, 2026',
          events: [{ title: 'Order Placed', sentence: 'Your order has been placed.' }],
        },
      ]);
    },
  );

  test('shows a cancellation without history at the last change', () => {
    const days = timelineOf({
      status: 'canceled',
      created: '2026-11-19T10:12:00',
      lastModified: '2026-11-20T09:00:00',
    });
    expect(days).toMatchObject([
      { date: 'Nov 20, 2026', events: [{ sentence: 'This delivery has been cancelled.', time: '9:00 AM' }] },
      { date: 'Nov 19, 2026', events: [{ title: 'Order Placed' }] },
    ]);
  });

  test('provides the last event', () => {
    expect(lastEvent(anOrder().history)).toEqual({
      type: 6,
      time: '2026-11-20T13:52:00',
    });
    expect(lastEvent([])).toBeUndefined();
    const time = '2026-11-20T13:52:00';
    expect(
      lastEvent([
        { type: 2, time },
        { type: 1, time },
      ]),
    ).toEqual({ type: 1, time });
  });
});
