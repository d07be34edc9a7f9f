import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DEFAULT_CONFIG } from '../../src/contract/default-config.ts';
import { DEFAULT_PRESETS } from '../../src/contract/presets.ts';
import { DISPLAY_STATUSES, PAYMENT_STATUS } from '../../src/contract/status.ts';
import { trackingHeadline } from '../../src/contract/tracking-text.ts';
import { deliveryCardOf, nextStop } from '../../src/domain/arrival.ts';
import { editedRequest, editFieldsOf } from '../../src/domain/delivery-edit.ts';
import { refreshIntervalMs } from '../../src/domain/display-status.ts';
import { paymentStateOf } from '../../src/domain/payment-state.ts';
import { badgeOf, paymentStatusName, ROUTE_LINES, STATUS_STYLES } from '../../src/domain/status-styles.ts';
import { cancellationEmailUrl } from '../../src/domain/support-email.ts';
import { trackingSummary } from '../../src/domain/tracking-summary.ts';
import { aDelivery, anOrder, GUID } from '../support/delivery-fixtures.ts';

const NOW = new Date('2026-11-20T13:00:00').valueOf();

describe('The interval of automatic refreshes', () => {
  const { tracking } = DEFAULT_CONFIG;
  test('is shorter while a delivery is under way, and there is none after all have ended', () => {
    expect(refreshIntervalMs(['scheduled'], tracking)).toBe(30 * 60_000);
    expect(refreshIntervalMs(['scheduled', 'inTransit'], tracking)).toBe(15 * 60_000);
    expect(refreshIntervalMs(['delivered', 'canceled', 'returned'], tracking)).toBeUndefined();
    expect(refreshIntervalMs([], tracking)).toBe(30 * 60_000);
  });
});

describe('The payment status of a delivery', () => {
  test('is due while the request waits for payment, then paid, refunded if all of it was, and absent after a cancellation', () => {
    expect(paymentStateOf(aDelivery({ status: 0 }))).toBe('due');
    expect(paymentStateOf(aDelivery({ status: 1 }))).toBe('paid');
    expect(paymentStateOf(aDelivery({ status: 3, order: anOrder({ status: 5 }) }))).toBe('paid');
    expect(paymentStateOf(aDelivery({ status: 3 }))).toBe('none');
    expect(paymentStateOf(aDelivery({ status: 1, isPaymentRefunded: true }))).toBe('refunded');
    expect(paymentStateOf(aDelivery({ status: 3, isPaymentRefunded: true }))).toBe('none');
  });

  test('has a name for every status number of the payment history', () => {
    expect([0, 1, 2, 3, 4].map(paymentStatusName)).toEqual(Object.keys(PAYMENT_STATUS));
    expect(paymentStatusName(99)).toBe('processing');
  });
});

describe('The card of a delivery', () => {
  test.each([
    [{ status: 0 }, 'Waiting payment', 'card', 'waiting'],
    [{ status: 1 }, 'Pending', 'clock', 'pending'],
    [{ status: 2 }, 'Accepted', 'check', 'accepted'],
    [{ status: 2, order: anOrder({ status: 1 }) }, 'Accepted', 'check', 'accepted'],
    [{ status: 2, order: anOrder({ status: 2 }) }, 'Scheduled', 'calendar', 'scheduled'],
    [{ status: 2, order: anOrder({ status: 3 }) }, 'In Transit', 'truck', 'transit'],
    [{ status: 2, order: anOrder({ status: 4 }) }, 'Servicing', 'warehouse', 'servicing'],
    [{ status: 3, order: anOrder({ status: 5 }) }, 'Delivered', 'delivered', 'delivered'],
    [{ status: 3 }, 'Canceled', 'canceled', 'canceled'],
    [{ status: 2, order: anOrder({ status: 7 }) }, 'Issue', 'warning', 'issue'],
    [{ status: 3, order: anOrder({ status: 8 }) }, 'Returned', 'return', 'returned'],
  ])('for %j has the badge %s with its icon and colour (STA-02)', (delivery, label, icon, tone) => {
    const { status } = deliveryCardOf(aDelivery({ order: null, ...delivery }), NOW);
    expect(badgeOf(status)).toEqual({ label, icon, tone });
  });

  test('has an icon and a colour of its own for each status, in both themes (STA-02)', () => {
    const styles = Object.values(STATUS_STYLES);
    expect(new Set(styles.map(({ icon }) => icon)).size).toBe(10);
    const tokens = readFileSync('src/app/theme/tokens.css', 'utf8');
    const colours = styles.map(({ tone }) => {
      expect(tokens).toContain(`--send-status-${tone}-tint: #`);
      const values = [...tokens.matchAll(new RegExp(`--send-status-${tone}-text: (#\\w+);`, 'g'))];
      return values.map(([, colour]) => colour).join(' and ');
    });
    expect(new Set(colours).size).toBe(10);
    for (const pair of colours) expect(pair).toMatch(/^#\w+ and #\w+/);
  });

  test('draws how the delivery ended', () => {
    expect(ROUTE_LINES.delivered.end).toBe('delivered');
    expect(ROUTE_LINES.canceled.end).toBe('canceled');
    expect(ROUTE_LINES.inTransit).toEqual({ progress: expect.any(Number) });
    expect(ROUTE_LINES.waitingPayment.progress).toBeUndefined();
  });
});

describe('The next expected event of the timeline', () => {
  test('is the drop-off in its time slot', () => {
    expect(nextStop('inTransit', anOrder(), 'Howth', NOW)).toEqual({
      title: 'Expected in Howth',
      sentence: 'Between 2 and 4 PM today.',
    });
    const later = anOrder({ deliveryDate: '2026-11-23', deliveryTime: null });
    expect(nextStop('scheduled', later, 'Howth', NOW)?.sentence).toBe('On Nov 23, 2026.');
  });

  test('is missing if the delivery has ended, has no planned day, or the day has passed', () => {
    expect(nextStop('delivered', anOrder(), 'Howth', NOW)).toBeUndefined();
    expect(nextStop('accepted', null, 'Howth', NOW)).toBeUndefined();
    expect(nextStop('issue', anOrder({ deliveryDate: '2026-11-19' }), 'Howth', NOW)).toBeUndefined();
  });
});

describe('An edit', () => {
  const delivery = aDelivery();
  const fields = editFieldsOf(delivery, DEFAULT_PRESETS);

  test('retains all fields of a place that was not edited', () => {
    expect(editedRequest(delivery, fields)).toMatchObject({
      pickUpSnapshot: delivery.pickUpSnapshot,
      deliveryType: delivery.deliveryType,
      isPriority: delivery.isPriority,
    });
    const typed = aDelivery({ pickUpSnapshot: { name: 'Somewhere', city: 'Cork' } });
    expect(editedRequest(typed, editFieldsOf(typed, DEFAULT_PRESETS))?.pickUpSnapshot).toEqual({
      name: 'Somewhere',
      city: 'Cork',
    });
  });

  test('sends only the name of a place whose text was edited', () => {
    const edited = { ...fields, dropOff: { name: ' Cork ', chosen: undefined } };
    expect(editedRequest(delivery, edited)?.dropOffSnapshot).toEqual({ name: 'Cork' });
  });

  test('computes the volume again', () => {
    const edited = { ...fields, size: 'custom' as const, width: '0.8', length: '0.6', height: '0.5' };
    expect(editedRequest(delivery, edited)).toMatchObject({ width: 0.8, volume: 0.24 });
  });

  test('is not sent while the size or the weight is undefined', () => {
    expect(editedRequest(delivery, { ...fields, size: undefined })).toBeUndefined();
    expect(editedRequest(delivery, { ...fields, weight: undefined })).toBeUndefined();
  });
});

describe('The email that asks for a cancellation', () => {
  test('names the delivery and escapes special characters', () => {
    const mail = new URL(
      cancellationEmailUrl(
        'help@send.example',
        aDelivery({ order: anOrder(), dropOffSnapshot: { name: 'A&B?=#' } }),
      ),
    );
    expect(mail.searchParams.get('body')).toContain('Rathmines to A&B?=#');
    expect(mail.searchParams.get('body')).toContain(GUID);
    const unpaid = aDelivery({ referenceNumber: 'SND-9999999999' });
    expect(cancellationEmailUrl('help@send.example', unpaid)).toContain('SND-9999999999');
    // An API without references. (DEL-07)
    expect(cancellationEmailUrl('help@send.example', aDelivery())).toContain('delivery%2020417');
  });
});

describe('A tracked package', () => {
  test('has its destination as heading', () => {
    expect(trackingHeadline('inTransit', 'Howth')).toBe('On its way to Howth');
    expect(trackingHeadline('inTransit', undefined)).toBe('On its way');
    for (const status of DISPLAY_STATUSES) expect(trackingHeadline(status, 'Howth')).not.toBe('');
  });

  test('shows its last event, with the date unless it was today', () => {
    const order = { ...anOrder(), from: 'Dublin', to: null };
    const words = trackingSummary(order, new Date('2026-11-20T18:00:00').valueOf());
    expect(words).toMatchObject({ lastEvent: 'Order In Transit, 1:52 PM', to: 'Drop-off place' });
    const next = trackingSummary(order, new Date('2026-11-21T18:00:00').valueOf());
    expect(next.lastEvent).toBe('Order In Transit, Nov 20, 2026, 1:52 PM');
    expect(trackingSummary({ ...order, history: null }).lastEvent).toBeUndefined();
  });
});
