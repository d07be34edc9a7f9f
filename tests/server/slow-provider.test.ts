import { expect, test } from 'vitest';
import { createApiHarness, parcel } from '../support/api-harness.ts';
import { openEmbedded } from '../support/databases.ts';

test('a delivery is created within seven seconds while the payment provider hangs (PAY-12)', async () => {
  const harness = await createApiHarness(await openEmbedded());
  const { token } = await harness.createUser();
  harness.outside.isPaymentHanging = true;
  const started = performance.now();
  const { body } = await harness.call('createDeliveryRequest', { token, body: parcel() });
  expect(performance.now() - started).toBeLessThan(7000);
  expect(body).toMatchObject({ status: 0, checkoutUrl: null });
  await harness.close();
});
