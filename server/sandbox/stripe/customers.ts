import type * as v from 'valibot';
import { toUnixSeconds } from './clock.ts';
import { type Context, inTransaction } from './context.ts';
import { newId } from './ids.ts';
import { updateMetadata } from './metadata.ts';
import type { Customer } from './object-schemas.ts';
import type { CustomerParameters } from './parameter-schemas.ts';
import { loadSavedCard } from './payment-methods.ts';
import { deleteObject, detachCardsOf, loadObject, saveObject } from './queries/objects.ts';

type CustomerInput = Partial<v.InferOutput<typeof CustomerParameters>>;

export function createCustomer(context: Context, input: CustomerInput): Promise<Customer> {
  return saveObject(context, {
    id: newId('customer'),
    object: 'customer',
    created: toUnixSeconds(context.now),
    email: input.email ?? null,
    name: input.name ?? null,
    phone: input.phone ?? null,
    metadata: updateMetadata({}, input.metadata ?? {}),
    invoice_settings: { default_payment_method: null },
  });
}

/** Deletes a customer and detaches the saved cards. */
export function deleteCustomer(
  context: Context,
  id: string,
): Promise<{ id: string; object: 'customer'; deleted: true }> {
  return inTransaction(context, async (tx) => {
    await loadObject(tx, 'customer', id, { lock: true });
    await detachCardsOf(tx.db, id);
    await deleteObject(tx, id);
    return { id, object: 'customer', deleted: true };
  });
}

/** Changes only the given fields. The default card must belong to the customer. */
export function updateCustomer(
  context: Context,
  id: string,
  { metadata = {}, invoice_settings, ...changes }: CustomerInput,
): Promise<Customer> {
  return inTransaction(context, async (tx) => {
    const customer = await loadObject(tx, 'customer', id, { lock: true });
    const chosen = invoice_settings?.default_payment_method;
    if (chosen) await loadSavedCard(tx, id, chosen);
    return saveObject(tx, {
      ...customer,
      ...changes,
      metadata: updateMetadata(customer.metadata, metadata),
      invoice_settings: { ...customer.invoice_settings, ...invoice_settings },
    });
  });
}
