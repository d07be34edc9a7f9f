import { describe, expect, test } from 'vitest';
import { DEFAULT_CONFIG } from '../../src/contract/config.ts';
import { DISPLAY_STATUSES, PAYMENT_STATUS } from '../../src/contract/status.ts';
import { nextStop } from '../../src/domain/arrival.ts';
import { describeListChange, describeStatusChange } from '../../src/domain/changes.ts';
import { deliveryCardOf } from '../../src/domain/delivery-card.ts';
import { editedRequest, editFieldsOf } from '../../src/domain/delivery-edit.ts';
import { paymentStateOf } from '../../src/domain/payment-state.ts';
import { refreshIntervalMs } from '../../src/domain/refresh-interval.ts';
import { paymentStatusName, routeLineOf } from '../../src/domain/status-styles.ts';
import { cancellationMailUrl } from '../../src/domain/support-mail.ts';
import { trackingHeadline, trackingSummary } from '../../src/domain/tracking-summary.ts';
import { aDelivery, anOrder, GUID } from '../support/delivery-fixtures.ts';

const NOW = new Date('2026-11-20T13:00:00').valueOf();

describe('The summary of a refresh', () => {
  const inTransit = aDelivery({ id: 1, status: 2, order: anOrder({ status: 3 }) });
  const delivered = { ...inTransit, order: anOrder({ status: 5 }) };

  test('names the one delivery whose status has changed', () => {
    expect(describeListChange([inTransit], [delivered])).toBe('Rathmines to Howth is now Delivered');
  });

  test('counts several changed and new deliveries', () => {
    const other = aDelivery({ id: 2 });
    expect(describeListChange([inTransit], [inTransit, other])).toBe('1 new delivery');
    expect(describeListChange([inTransit], [delivered, other, aDelivery({ id: 3 })])).toBe(
      '2 new deliveries, 1 delivery moved on',
    );
  });

  test('says that only details have changed', () => {
    expect(describeListChange([inTransit], [{ ...inTransit, deliveryNote: 'x' }])).toBe('new details');
    expect(describeStatusChange('inTransit', 'inTransit')).toBe('new details');
    expect(describeStatusChange('scheduled', 'inTransit')).toBe('now In Transit');
  });
});

describe('The interval of automatic refreshes', () => {
  const { tracking } = DEFAULT_CONFIG;
  test('is shorter while a delivery is under way, and there is none after its end', () => {
    expect(refreshIntervalMs(['scheduled'], tracking)).toBe(30 * 60_000);
    expect(refreshIntervalMs(['scheduled', 'inTransit'], tracking)).toBe(15 * 60_000);
    expect(refreshIntervalMs(['delivered', 'canceled', 'returned'], tracking)).toBeUndefined();
    expect(refreshIntervalMs([], tracking)).toBe(30 * 60_000);
  });
});

describe('The payment status of a delivery', () => {
  test('is due while the request waits for payment, then paid, and none after a cancellation', () => {
    expect(paymentStateOf(aDelivery({ status: 0 }))).toBe('due');
    expect(paymentStateOf(aDelivery({ status: 1 }))).toBe('paid');
    expect(paymentStateOf(aDelivery({ status: 3, order: anOrder({ status: 5 }) }))).toBe('paid');
    expect(paymentStateOf(aDelivery({ status: 3 }))).toBe('none');
  });

  test('has a label for every number of the payment history', () => {
    expect([0, 1, 2, 3, 4].map(paymentStatusName)).toEqual(Object.keys(PAYMENT_STATUS));
    expect(paymentStatusName(99)).toBe('processing');
  });
});

describe('The card of a delivery', () => {
  test('has a badge with text and icon for every status (STA-02)', () => {
    for (let status = 0; status < DISPLAY_STATUSES.length; status++) {
      const { badge } = deliveryCardOf(aDelivery({ status: 2, order: anOrder({ status }) }), NOW);
      expect(badge.label).not.toBe('');
      expect(badge.icon).not.toBe('');
    }
  });

  test('shows how the delivery ended', () => {
    expect(routeLineOf('delivered').end).toBe('delivered');
    expect(routeLineOf('canceled').end).toBe('cancelled');
    expect(routeLineOf('inTransit')).toMatchObject({ end: undefined, progress: expect.any(Number) });
    expect(routeLineOf('waitingPayment').progress).toBeUndefined();
  });
});

describe('The next event that the timeline expects', () => {
  test('is the delivery in its time slot', () => {
    expect(nextStop('inTransit', anOrder(), 'Howth', NOW)).toEqual({
      title: 'Expected in Howth',
      sentence: 'Between 2:00 PM and 4:00 PM today.',
    });
    const later = anOrder({ deliveryDate: '2026-11-23', deliveryTime: null });
    expect(nextStop('scheduled', later, 'Howth', NOW)?.sentence).toBe('On Nov 23, 2026.');
  });

  test('is none when the delivery has ended or is unplanned, or its day has passed', () => {
    expect(nextStop('delivered', anOrder(), 'Howth', NOW)).toBeUndefined();
    expect(nextStop('accepted', null, 'Howth', NOW)).toBeUndefined();
    expect(nextStop('issue', anOrder({ deliveryDate: '2026-11-19' }), 'Howth', NOW)).toBeUndefined();
  });
});

describe('The request of an edit', () => {
  const delivery = aDelivery();
  const fields = editFieldsOf(delivery);

  test('keeps unchanged places with all their fields', () => {
    expect(editedRequest(delivery, fields)).toMatchObject({
      pickUpSnapshot: delivery.pickUpSnapshot,
      deliveryType: delivery.deliveryType,
      isPriority: delivery.isPriority,
    });
    const edited = aDelivery({ pickUpSnapshot: { name: 'Somewhere', city: 'Cork' } });
    expect(editedRequest(edited, editFieldsOf(edited))?.pickUpSnapshot).toEqual({
      name: 'Somewhere',
      city: 'Cork',
    });
  });

  test('has only a name for a place whose text was changed', () => {
    const edited = { ...fields, dropOff: { name: ' Cork ', chosen: undefined } };
    expect(editedRequest(delivery, edited)?.dropOffSnapshot).toEqual({ name: 'Cork' });
  });

  test('has a recalculated volume', () => {
    const edited = { ...fields, size: 'custom' as const, width: '0.8', length: '0.6', height: '0.5' };
    expect(editedRequest(delivery, edited)).toMatchObject({ width: 0.8, volume: 0.24 });
  });

  test('does not exist while size or weight is missing', () => {
    expect(editedRequest(delivery, { ...fields, size: undefined })).toBeUndefined();
    expect(editedRequest(delivery, { ...fields, weight: undefined })).toBeUndefined();
  });
});

describe('The email that asks for a cancellation', () => {
  test('names the delivery, also with special characters', () => {
    const mail = new URL(
      cancellationMailUrl(
        'help@send.example',
        aDelivery({ order: anOrder(), dropOffSnapshot: { name: 'A&B?=#' } }),
      ),
    );
    expect(mail.searchParams.get('body')).toContain('Rathmines to A&B?=#');
    expect(mail.searchParams.get('body')).toContain(GUID);
    expect(cancellationMailUrl('help@send.example', aDelivery())).toContain('%2320417');
  });
});

describe('The result of a package lookup', () => {
  test('has its destination as the heading', () => {
    expect(trackingHeadline('inTransit', 'Howth')).toBe('On its way to Howth');
    expect(trackingHeadline('inTransit', undefined)).toBe('On its way');
    for (const status of DISPLAY_STATUSES) expect(trackingHeadline(status, 'Howth')).not.toBe('');
  });

  test('shows its last event, with the date unless it was today', () => {
    const response = { ...anOrder(), from: 'Dublin', to: null };
    const words = trackingSummary(response, new Date('2026-11-20T18:00:00').valueOf());
    expect(words).toMatchObject({ lastEvent: 'Order In Transit, 1:52 PM', to: 'Town not told' });
    const next = trackingSummary(response, new Date('2026-11-21T18:00:00').valueOf());
    expect(next.lastEvent).toBe('Order In Transit, Nov 20, 2026, 1:52 PM');
    expect(trackingSummary({ ...response, history: null }).lastEvent).toBeUndefined();
  });
});
