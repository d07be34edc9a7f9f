import { desc, eq } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { mails } from '../db/schema.ts';

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
