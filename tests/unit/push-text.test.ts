import { expect, test } from 'vitest';
import type { PushMessage } from '../../src/contract/push.ts';
import { describePush } from '../../src/contract/push-text.ts';

const NOW = new Date(2026, 10, 20, 12);
const state = (overrides: Partial<PushMessage>): PushMessage => ({
  ...{ guid: 'g', status: 'inTransit', day: '2026-11-20', slot: '14:00 - 16:00', isCustomers: false },
  ...overrides,
});

test.each<[Partial<PushMessage>, string]>([
  [{}, 'Out for delivery: arrives 2 to 4 PM'],
  [{ slot: null }, 'Out for delivery: arrives today'],
  [{ day: '2026-11-21' }, 'Collected: arrives tomorrow 2 to 4 PM'],
  [{ day: '2026-12-01', slot: undefined }, 'Collected: arrives Dec 1'],
  [{ day: null }, 'Collected'],
  [{ day: '2026-11-19' }, 'Collected'],
  [{ day: 'soon' }, 'Collected'],
  [{ status: 'scheduled' }, 'Scheduled: arrives 2 to 4 PM'],
  [{ status: 'accepted', day: undefined }, 'Accepted'],
  [{ status: 'servicing', day: null }, 'At our facility'],
  [{ status: 'issue', day: '2026-11-21' }, 'Delayed: arrives tomorrow 2 to 4 PM'],
  [{ status: 'delivered' }, 'Delivered'],
  [{ status: 'canceled' }, 'Canceled'],
  [{ status: 'returned' }, 'Returned to us'],
  [{ status: 'pending', day: null }, 'Your delivery has news'],
])('the message %j reads "%s" (PRD-84)', (overrides, title) => {
  expect(describePush(state(overrides), NOW)).toBe(title);
});
