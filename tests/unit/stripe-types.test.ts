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
  expect(Object.keys(calls).sort()).toEqual([...CALLS.keys()].sort());
  expect(parameters.CustomerListParams).toMatchObject({
    email: 'string',
    created: 'RangeQueryParam|number',
    limit: 'number',
  });
  expect(parameters.PaymentIntentCreateParams).toMatchObject({
    amount: 'number!',
    metadata: '*',
    off_session: 'boolean|string',
  });
  expect(responses.Refund).toMatchObject({ balance_transaction: { value: null }, amount: { value: 0 } });
});
