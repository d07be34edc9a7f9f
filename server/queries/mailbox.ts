import { desc, eq } from 'drizzle-orm';
import * as v from 'valibot';
import type { Db } from '../db/database.ts';
import { emailCounts, mailboxEmails } from '../db/schema.ts';

export type EmailRow = typeof mailboxEmails.$inferSelect;

export async function insertEmail(db: Db, mail: Omit<EmailRow, 'id'>): Promise<void> {
  await db.insert(mailboxEmails).values(mail);
}

/** Newest first. */
export async function listEmails(db: Db, limit: number): Promise<EmailRow[]> {
  return db.select().from(mailboxEmails).orderBy(desc(mailboxEmails.id)).limit(limit);
}

export async function findEmail(db: Db, id: number): Promise<EmailRow | undefined> {
  const [mail] = await db.select().from(mailboxEmails).where(eq(mailboxEmails.id, id));
  return mail;
}

const SentEmails = v.array(v.object({ id: v.string(), kind: v.string(), time: v.number() }));
/** An email to one address. The time is in milliseconds. */
export type SentEmail = v.InferOutput<typeof SentEmails>[number];

/** Replaces the list of the emails to one address. Concurrent changes of the same list wait for each other. */
export async function changeSentEmails(
  db: Db,
  recipient: string,
  change: (sent: SentEmail[]) => { sent: SentEmail[]; expires: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    // The upsert locks the row, whether or not it existed.
    const [row] = await tx
      .insert(emailCounts)
      .values({ recipient, sent: [], expires: new Date(0) })
      .onConflictDoUpdate({ target: emailCounts.recipient, set: { recipient } })
      .returning();
    await tx
      .update(emailCounts)
      .set(change(v.parse(SentEmails, row?.sent ?? [])))
      .where(eq(emailCounts.recipient, recipient));
  });
}
