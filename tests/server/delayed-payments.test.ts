import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiHarness, parcel } from '../support/api-harness.ts';
import { openPostgres } from '../support/databases.ts';
import { createPaymentApi } from '../support/payment-api.ts';
import { type PaymentHarness, payWithCard, VISA } from '../support/payment-harness.ts';

const DELAYED = { ...VISA, number: '4000 0000 0000 3014' };

describe('A payment on which the bank still works', () => {
  let harness: PaymentHarness;
  let api: ApiHarness;

  beforeAll(async () => {
    ({ harness, api } = await createPaymentApi(openPostgres));
  });
  afterAll(() => harness.close());

  test('is stated by every delivery that it is for, also after an edit or a repeated order (PAY-10)', async () => {
    const { token } = await api.createUser();
    const body = parcel();
    const [delivery, other] = await Promise.all(
      ['1', '2'].map(async (key) => (await api.call('createDeliveryRequest', { token, body, key })).body),
    );
    await payWithCard(harness, delivery?.checkoutUrl ?? '', DELAYED);
    await harness.sandbox.deliver();
    const params = { id: String(delivery?.id) };
    const { body: read } = await api.call('getDeliveryRequest', { token, params });
    const { body: edited } = await api.call('editDeliveryRequest', { token, params, body });
    const { body: repeated } = await api.call('createDeliveryRequest', { token, body, key: '1' });
    for (const one of [read, edited, repeated])
      expect(one).toMatchObject({ status: 0, isPaymentProcessing: true });
    const { body: list } = await api.call('listDeliveryRequests', { token });
    expect(new Map(list.map((row) => [row.id, row.isPaymentProcessing]))).toEqual(
      new Map([
        [delivery?.id, true],
        [other?.id, false],
      ]),
    );
  });

  test('is not asked for in an email to the guest, and its page states its amount (PAY-10)', async () => {
    const guest = { firstName: 'Gráinne', lastName: 'Walsh', email: 'grainne@example.ie', phone: '' };
    const body = { ...guest, pickup: '1 Main Street, Bray', dropoff: '2 Dame Street, Dublin', note: '' };
    const key = randomUUID();
    const { id } = (await api.call('submitGuestRequest', { body, key })).body;
    await api.ops('POST', `guest-requests/${id}/accept`, { amount: 20 });
    const { payment } = (await api.call('getGuestRequest', { params: { key } })).body;
    const params = { key: payment?.key ?? '' };
    const { sessionUrl } = (await api.call('createGuestPaymentSession', { params })).body;
    await payWithCard(harness, sessionUrl, DELAYED);
    await harness.sandbox.deliver();
    expect((await api.call('getGuestPayment', { params })).body.status).toBe('processing');
    await api.runJobs();
    expect(api.emails).toEqual([]);

    await api.ops('POST', `guest-requests/${id}/accept`, { amount: 25 });
    const { body: changed } = await api.call('getGuestPayment', { params });
    expect(changed).toMatchObject({ status: 'processing', amount: 20 });
  });
});
