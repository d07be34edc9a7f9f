import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { AddressInput } from '../../src/contract/address.ts';
import type { Db } from '../db/database.ts';
import { addresses } from '../db/schema.ts';
import { containsAny } from './contains-text.ts';
import { lockQuota } from './locks.ts';
import type { AddressPageRequest } from './pagination.ts';

export type AddressRow = typeof addresses.$inferSelect;
export type DefaultKind = 'isDefaultPickUp' | 'isDefaultDropOff';

const ofUser = (userId: number, id: number) => and(eq(addresses.id, id), eq(addresses.userId, userId));

/** Oldest first, so that the order never changes. */
export async function listAddresses(db: Db, userId: number): Promise<AddressRow[]> {
  return db.select().from(addresses).where(eq(addresses.userId, userId)).orderBy(asc(addresses.id));
}

/**
 * One page of the same list, starting after `after`; one extra row if there are more. The default addresses are on the
 * first page, because the app needs them before it reads the others.
 */
export async function listAddressPage(db: Db, userId: number, { limit, after, search }: AddressPageRequest) {
  const { id, name, street, postalCode, city } = addresses;
  const isDefault = sql<boolean>`(${addresses.isDefaultPickUp} or ${addresses.isDefaultDropOff})`;
  const isAfter = after && sql`(not ${isDefault}, ${id}) > (${!after.isDefault}::boolean, ${after.id}::int)`;
  const line = sql`concat_ws(', ', nullif(${street}, ''), nullif(${postalCode}, ''), nullif(${city}, ''))`;
  const isFound = search === '' ? undefined : containsAny([sql`${name} || ' ' || ${line}`], search);
  return db
    .select()
    .from(addresses)
    .where(and(eq(addresses.userId, userId), isAfter, isFound))
    .orderBy(desc(isDefault), asc(id))
    .limit(limit + 1);
}

/** Saves an address unless the account has `max` of them. A new default replaces the previous one. */
export async function insertAddress(
  db: Db,
  userId: number,
  input: AddressInput,
  { now, max }: { now: Date; max: number },
): Promise<AddressRow | undefined> {
  return db.transaction(async (tx) => {
    await lockAddresses(tx, userId);
    if ((await tx.$count(addresses, eq(addresses.userId, userId))) >= max) return undefined;
    await clearDefaults(tx, userId, input);
    const address = { ...input, userId, created: now };
    return (await tx.insert(addresses).values(address).returning())[0];
  });
}

/** Edits an address of this account. A default address stays the default until another one replaces it. */
export function updateAddress(db: Db, userId: number, id: number, input: AddressInput) {
  return changeAddress(db, userId, id, {
    ...input,
    isDefaultPickUp: input.isDefaultPickUp || undefined,
    isDefaultDropOff: input.isDefaultDropOff || undefined,
  });
}

export function setDefaultAddress(db: Db, userId: number, id: number, kind: DefaultKind) {
  return changeAddress(db, userId, id, { [kind]: true });
}

type AddressChange = Partial<Omit<AddressInput, DefaultKind>> &
  Partial<Record<DefaultKind, boolean | undefined>>;

/** Columns that are undefined stay as they are. */
async function changeAddress(db: Db, userId: number, id: number, change: AddressChange) {
  return db.transaction(async (tx) => {
    await lockAddresses(tx, userId);
    const [known] = await tx.select({ id: addresses.id }).from(addresses).where(ofUser(userId, id));
    if (known === undefined) return undefined;
    await clearDefaults(tx, userId, change);
    const [row] = await tx.update(addresses).set(change).where(ofUser(userId, id)).returning();
    return row;
  });
}

/** Returns whether the address existed. */
export async function deleteAddress(db: Db, userId: number, id: number): Promise<boolean> {
  const gone = await db.delete(addresses).where(ofUser(userId, id)).returning({ id: addresses.id });
  return gone.length > 0;
}

/** Also serializes concurrent changes of one account's defaults; the unique indexes prevent two defaults as well. */
const lockAddresses = (tx: Db, userId: number) => lockQuota(tx, 'addresses', userId);

async function clearDefaults(tx: Db, userId: number, next: AddressChange): Promise<void> {
  for (const kind of ['isDefaultPickUp', 'isDefaultDropOff'] as const) {
    if (!next[kind]) continue;
    const isPrevious = and(eq(addresses.userId, userId), eq(addresses[kind], true));
    const change = { [kind]: false };
    await tx.update(addresses).set(change).where(isPrevious);
  }
}
