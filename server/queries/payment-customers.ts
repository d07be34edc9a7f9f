import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { type ProviderName, paymentCustomers } from '../db/payment-schema.ts';
import { users } from '../db/schema.ts';

/** `account` is the provider's id of its account; '' if it is unknown. */
export type CustomerOwner = { userId: number; provider: ProviderName; account: string };

/** Returns the account's customer at the provider. `creationKey` is the idempotency key of its creation. */
export async function reserveCustomer(db: Db, owner: CustomerOwner, creationKey: string) {
  const known = await findCustomer(db, owner);
  if (known === undefined) {
    await db
      .insert(paymentCustomers)
      .values({ ...owner, creationKey })
      .onConflictDoNothing();
    return findCustomer(db, owner);
  }
  if (known.account === '' && owner.account !== '') {
    await db
      .update(paymentCustomers)
      .set({ account: owner.account })
      .where(and(ofProvider(owner), eq(paymentCustomers.account, '')));
  }
  return known;
}

/** Undefined if the account has been deleted. A customer whose account is unknown is used until the provider refuses it. */
export async function findCustomer(db: Db, owner: CustomerOwner) {
  const { account, creationKey, customerId } = paymentCustomers;
  const { name, email, phoneNumber } = users;
  const isOfAccount = owner.account === '' ? undefined : inArray(account, [owner.account, '']);
  const [row] = await db
    .select({ account, creationKey, customerId, name, email, phoneNumber })
    .from(paymentCustomers)
    .innerJoin(users, eq(users.id, paymentCustomers.userId))
    .where(and(ofProvider(owner), isNull(users.deleted), isOfAccount))
    .orderBy(desc(account))
    .limit(1);
  return row;
}

/** Returns false if the reservation has been removed with the account. */
export async function setCustomer(
  db: Db,
  owner: Omit<CustomerOwner, 'account'>,
  creationKey: string,
  customerId: string,
): Promise<boolean> {
  const stored = await db
    .update(paymentCustomers)
    .set({ customerId })
    .where(and(ofProvider(owner), eq(paymentCustomers.creationKey, creationKey)))
    .returning({ customerId: paymentCustomers.customerId });
  return stored.length > 0;
}

/** Removes the account's customers at every provider and returns them. */
export async function removeCustomers(db: Db, userId: number) {
  return db.delete(paymentCustomers).where(eq(paymentCustomers.userId, userId)).returning();
}

/** The provider no longer knows this customer. The next call creates a new one with a new key. */
export async function forgetCustomer(db: Db, owner: Omit<CustomerOwner, 'account'>, customerId: string) {
  await db
    .delete(paymentCustomers)
    .where(and(ofProvider(owner), eq(paymentCustomers.customerId, customerId)));
}

function ofProvider({ userId, provider }: Omit<CustomerOwner, 'account'>) {
  return and(eq(paymentCustomers.userId, userId), eq(paymentCustomers.provider, provider));
}
