import { createHash, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { cutText } from '../../src/contract/storable-text.ts';
import type { Db } from '../db/database.ts';
import { ApiError } from '../http/api-error.ts';
import { jobKind } from '../queries/jobs.ts';
import * as customers from '../queries/payment-customers.ts';
import { listDeadPaymentsOf } from '../queries/payments.ts';
import { closeCheckoutSession } from './finalize-payment.ts';
import { atAccountOf, type PaymentDependencies } from './payment-dependencies.ts';
import { isInvalidRequest, isMissing } from './provider.ts';

export const deleteCustomerJob = jobKind('payments.delete-customer', {
  userId: v.number(),
  customerId: v.string(),
  /** Jobs of earlier versions name no account. */
  account: v.optional(v.string(), ''),
});

/**
 * Returns the account's customer at the provider and creates it if there is none.
 * @throws ApiError 404 if the account has been deleted
 */
async function getOrCreateCustomerId(dependencies: PaymentDependencies, userId: number): Promise<string> {
  const { db, provider } = dependencies;
  const owner = await ownerOf(dependencies, userId);
  const known = await customers.reserveCustomer(db, owner, randomUUID());
  if (known === undefined) throw new ApiError(404, 'USER_NOT_FOUND');
  if (known.customerId !== null) return known.customerId;
  const person = { name: known.name, email: known.email, ...phoneOf(known.phoneNumber) };
  const customer = await provider.stripe.customers.create(
    { ...person, metadata: { userId: String(userId) } },
    { idempotencyKey: `${known.creationKey}-${fingerprint(person)}` },
  );
  if (await customers.setCustomer(db, owner, known.creationKey, customer.id)) return customer.id;
  // The account was deleted during the call to the provider.
  await deleteCustomerJob.enqueue(db, { userId, customerId: customer.id, account: owner.account });
  throw new ApiError(404, 'USER_NOT_FOUND');
}

/** Returns the customer if there is one already. */
export async function findCustomerId(dependencies: PaymentDependencies, userId: number) {
  const owner = await ownerOf(dependencies, userId);
  return (await customers.findCustomer(dependencies.db, owner))?.customerId ?? null;
}

/**
 * Runs work with the account's customer. If the provider does not know that customer (it was deleted there, or the
 * key belongs to another account now), the customer is created again and the work runs once more.
 */
export async function withCustomer<T>(
  dependencies: PaymentDependencies,
  userId: number,
  work: (customerId: string) => Promise<T>,
): Promise<T> {
  const customerId = await getOrCreateCustomerId(dependencies, userId);
  try {
    return await work(customerId);
  } catch (error) {
    if (!(await isCustomerGone(dependencies, customerId, error))) throw error;
  }
  const { db, provider } = dependencies;
  await customers.forgetCustomer(db, { userId, provider: provider.name }, customerId);
  return work(await getOrCreateCustomerId(dependencies, userId));
}

/** Sends the current name of the account to the provider. */
export async function updateCustomerName(dependencies: PaymentDependencies, userId: number): Promise<void> {
  const { db, provider } = dependencies;
  const owner = await ownerOf(dependencies, userId);
  const known = await customers.findCustomer(db, owner);
  if (known === undefined || known.customerId === null) return;
  const { customerId, name } = known;
  try {
    await provider.stripe.customers.update(customerId, { name });
  } catch (error) {
    if (!isMissing(error)) throw error;
    await customers.forgetCustomer(db, owner, customerId);
  }
}

/** Queues the deletion at the provider in the transaction that deletes the account. */
export async function enqueueCustomerDeletion({ provider }: PaymentDependencies, tx: Db, userId: number) {
  for (const { customerId, account, ...customer } of await customers.removeCustomers(tx, userId)) {
    // A customer of another provider cannot be reached with this provider's key.
    if (customer.provider !== provider.name || customerId === null) continue;
    await deleteCustomerJob.enqueue(tx, { userId, customerId, account });
  }
}

/** Deletes the customer and the saved cards at the provider, after closing the sessions that could still be paid. */
export async function deleteCustomer(
  dependencies: PaymentDependencies,
  { userId, customerId, account }: { userId: number; customerId: string; account: string },
): Promise<void> {
  for (const payment of await listDeadPaymentsOf(dependencies.db, userId)) {
    await closeCheckoutSession(dependencies, payment);
  }
  const owner = { provider: dependencies.provider.name, account };
  const { provider } = (await atAccountOf(dependencies, owner)) ?? dependencies;
  try {
    await provider.stripe.customers.del(customerId);
  } catch (error) {
    // An earlier attempt has deleted the customer.
    if (!isInvalidRequest(error)) throw error;
  }
}

/** A customer is known only to one account of the provider. */
async function ownerOf({ provider }: PaymentDependencies, userId: number): Promise<customers.CustomerOwner> {
  return { userId, provider: provider.name, account: await provider.readAccountId() };
}

async function isCustomerGone({ provider }: PaymentDependencies, customerId: string, error: unknown) {
  if (!isMissing(error)) return false;
  try {
    return (await provider.stripe.customers.retrieve(customerId)).deleted === true;
  } catch (retrieveError) {
    if (isMissing(retrieveError)) return true;
    throw retrieveError;
  }
}

/** The provider accepts at most 20 characters and rejects emoji. A number without digits is left out. */
function phoneOf(text: string): { phone?: string } {
  const phone = cutText(text.replace(/[^\d+()./ -]/gu, '').trim(), 20);
  return /\d/.test(phone) ? { phone } : {};
}

/** A key may be used again only with the same parameters, and the name may have changed since the first attempt. */
export function fingerprint(parameters: object): string {
  return createHash('sha256').update(JSON.stringify(parameters)).digest('hex').slice(0, 16);
}
