import { desc, eq } from 'drizzle-orm';
import * as v from 'valibot';
import type { Db } from '../db/database.ts';
import { mailCounts, mails } from '../db/schema.ts';

export type MailRow = typeof mails.$inferSelect;

export async function insertMail(db: Db, mail: Omit<MailRow, 'id'>): Promise<void> {
  await db.insert(mails).values(mail);
}

/** Newest first. */
export async function listMails(db: Db, limit: number): Promise<MailRow[]> {
  return db.select().from(mails).orderBy(desc(mails.id)).limit(limit);
}

export async function findMail(db: Db, id: number): Promise<MailRow | undefined> {
  const [mail] = await db.select().from(mails).where(eq(mails.id, id));
  return mail;
}

const SentMails = v.array(v.object({ id: v.string(), kind: v.string(), time: v.number() }));
/** An email to one address. The time is in milliseconds. */
export type SentMail = v.InferOutput<typeof SentMails>[number];

/** Replaces the list of the emails to one address. Concurrent changes of the same list wait for each other. */
export async function changeSentMails(
  db: Db,
  recipient: string,
  change: (sent: SentMail[]) => { sent: SentMail[]; expires: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    // The upsert locks the row, whether or not it existed.
    const [row] = await tx
      .insert(mailCounts)
      .values({ recipient, sent: [], expires: new Date(0) })
      .onConflictDoUpdate({ target: mailCounts.recipient, set: { recipient } })
      .returning();
    await tx
      .update(mailCounts)
      .set(change(v.parse(SentMails, row?.sent ?? [])))
      .where(eq(mailCounts.recipient, recipient));
  });
}
