import { randomUUID } from 'node:crypto';
import { cutText } from '../db/cut-text.ts';
import { ApiError } from '../http/api-error.ts';
import { findCustomer, reserveCustomer, setCustomer } from '../queries/payments.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';

/** The account's customer at the provider, made on first need. */
export async function getOrCreateCustomerId(
  { db, provider }: PaymentDependencies,
  userId: number,
): Promise<string> {
  const known = await reserveCustomer(db, userId, provider.name, randomUUID());
  if (known === undefined) throw new ApiError(404, 'USER_NOT_FOUND');
  if (known.customerId !== null) return known.customerId;
  const customer = await provider.stripe.customers.create(
    {
      name: known.name,
      email: known.email,
      phone: cutText(known.phoneNumber, 20),
      metadata: { userId: String(userId) },
    },
    { idempotencyKey: known.creationKey },
  );
  await setCustomer(db, userId, provider.name, customer.id);
  return customer.id;
}

/** The customer, if there is one already. */
export async function findCustomerId(
  { db, provider }: PaymentDependencies,
  userId: number,
): Promise<string | null> {
  return (await findCustomer(db, userId, provider.name))?.customerId ?? null;
}
