import { expect, test } from 'vitest';
import { createApiHarness, parcel } from '../support/api-harness.ts';
import { openEmbedded } from '../support/databases.ts';

test('a delivery is created while the payment provider hangs, which is given six seconds (PAY-12)', async () => {
  const harness = await createApiHarness(await openEmbedded());
  const { token } = await harness.createUser();
  harness.outside.isPaymentHanging = true;
  const started = performance.now();
  const { body } = await harness.call('createDeliveryRequest', { token, body: parcel() });
  // More than six seconds, because a busy machine adds its own delay. Without a limit the call would never end.
  expect(performance.now() - started).toBeLessThan(15_000);
  expect(body).toMatchObject({ status: 0, checkoutUrl: null });
  await harness.close();
});
