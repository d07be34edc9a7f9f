import * as v from 'valibot';
import type { Db } from '../db/database.ts';
import { enqueueJob } from '../queries/jobs.ts';
import { removeCustomers } from '../queries/payment-customers.ts';
import { listDeadPaymentsOf } from '../queries/payments.ts';
import { closeCheckoutSession } from './finalize-payment.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { isInvalidRequest } from './provider.ts';

export const DELETE_CUSTOMER = 'payments.delete-customer';
const Payload = v.object({ userId: v.number(), customerId: v.string() });

/** Queues the deletion at the provider in the transaction that deletes the account. */
export async function enqueueCustomerDeletion({ provider }: PaymentDependencies, tx: Db, userId: number) {
  for (const customer of await removeCustomers(tx, userId)) {
    // A customer of another provider cannot be reached with this provider's key.
    if (customer.provider !== provider.name || customer.customerId === null) continue;
    await enqueueJob(tx, { kind: DELETE_CUSTOMER, payload: { userId, customerId: customer.customerId } });
  }
}

/** Deletes the customer and the saved cards at the provider, after closing the sessions that could still be paid. */
export async function deleteCustomer(dependencies: PaymentDependencies, payload: unknown): Promise<void> {
  const { userId, customerId } = v.parse(Payload, payload);
  for (const payment of await listDeadPaymentsOf(dependencies.db, userId)) {
    await closeCheckoutSession(dependencies, payment);
  }
  try {
    await dependencies.provider.stripe.customers.del(customerId);
  } catch (error) {
    // An earlier attempt has deleted the customer.
    if (!isInvalidRequest(error)) throw error;
  }
}
