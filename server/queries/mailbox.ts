import { desc, eq } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { mailboxEmails } from '../db/schema.ts';

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
