import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { STRIPE_TYPES_FILE, serializeStripeTypes } from '../../scripts/stripe/types.ts';
import { CALLS } from '../../server/sandbox/stripe/api-calls.ts';

test('the sandbox has the parameters and fields of the installed SDK (PAY-78)', () => {
  // After an update of the SDK, `npm run stripe:types` writes the file again.
  expect(serializeStripeTypes()).toBe(readFileSync(STRIPE_TYPES_FILE, 'utf8'));
});

test('every call of the sandbox is one of the SDK (PAY-79)', () => {
  const { calls, parameters, responses } = JSON.parse(serializeStripeTypes());
  expect(Object.keys(calls).sort()).toEqual(Object.keys(CALLS).sort());
  expect(parameters.CustomerListParams).toMatchObject({ email: '', created: 'RangeQueryParam', limit: '' });
  expect(parameters.PaymentIntentCreateParams).toMatchObject({ metadata: '*', off_session: '' });
  expect(responses.Refund).toMatchObject({ balance_transaction: { value: null }, amount: { value: 0 } });
});
