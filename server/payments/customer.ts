import { randomUUID } from 'node:crypto';
import { ApiError } from '../errors.ts';
import { claimCustomer, findCustomer, setCustomer } from '../queries/payments.ts';
import type { PaymentsWorld } from './settle.ts';

/** The account's customer at the provider, made on first need. */
export async function requireCustomer({ db, provider }: PaymentsWorld, userId: number): Promise<string> {
  const known = await claimCustomer(db, userId, provider.name, randomUUID());
  if (known === undefined) throw new ApiError(404, 'USER_NOT_FOUND');
  if (known.customerId !== null) return known.customerId;
  const customer = await provider.stripe.customers.create(
    {
      name: known.name,
      email: known.email,
      phone: known.phoneNumber.slice(0, 20),
      metadata: { userId: String(userId) },
    },
    { idempotencyKey: known.creationKey },
  );
  await setCustomer(db, userId, provider.name, customer.id);
  return customer.id;
}

/** The customer, if there is one already. */
export async function knownCustomer({ db, provider }: PaymentsWorld, userId: number): Promise<string | null> {
  return (await findCustomer(db, userId, provider.name))?.customerId ?? null;
}
