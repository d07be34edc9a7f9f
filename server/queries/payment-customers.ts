import { and, eq } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { type ProviderName, paymentCustomers } from '../db/payment-schema.ts';
import { users } from '../db/schema.ts';

/** Returns the account's customer at the provider. `creationKey` is the idempotency key of its creation. */
export async function reserveCustomer(db: Db, userId: number, provider: ProviderName, creationKey: string) {
  await db.insert(paymentCustomers).values({ userId, provider, creationKey }).onConflictDoNothing();
  return findCustomer(db, userId, provider);
}

export async function findCustomer(db: Db, userId: number, provider: ProviderName) {
  const [row] = await db
    .select({
      creationKey: paymentCustomers.creationKey,
      customerId: paymentCustomers.customerId,
      name: users.name,
      email: users.email,
      phoneNumber: users.phoneNumber,
    })
    .from(paymentCustomers)
    .innerJoin(users, eq(users.id, paymentCustomers.userId))
    .where(and(eq(paymentCustomers.userId, userId), eq(paymentCustomers.provider, provider)));
  return row;
}

export async function setCustomer(
  db: Db,
  userId: number,
  provider: ProviderName,
  customerId: string,
): Promise<void> {
  await db
    .update(paymentCustomers)
    .set({ customerId })
    .where(and(eq(paymentCustomers.userId, userId), eq(paymentCustomers.provider, provider)));
}

/** Removes the account's customers at every provider and returns them. */
export async function removeCustomers(db: Db, userId: number) {
  return db
    .delete(paymentCustomers)
    .where(eq(paymentCustomers.userId, userId))
    .returning({ provider: paymentCustomers.provider, customerId: paymentCustomers.customerId });
}

/** The provider no longer knows this customer. The next call creates a new one with a new key. */
export async function forgetCustomer(
  db: Db,
  userId: number,
  provider: ProviderName,
  customerId: string,
): Promise<void> {
  await db
    .delete(paymentCustomers)
    .where(
      and(
        eq(paymentCustomers.userId, userId),
        eq(paymentCustomers.provider, provider),
        eq(paymentCustomers.customerId, customerId),
      ),
    );
}
