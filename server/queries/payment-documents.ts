import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { documentNumbers, paymentDocuments, payments } from '../db/payment-schema.ts';
import type { DocumentContent } from '../documents/document-page.ts';
import { isPaymentOf, type PaymentSubject } from './payments.ts';

export type PaymentDocument = typeof paymentDocuments.$inferSelect;
type NewDocument = Pick<PaymentDocument, 'kind' | 'paymentId' | 'issued'> & {
  refundId?: number;
  content: (number: number) => DocumentContent;
};

/** Issues a document with the next number of its kind. If the transaction is rolled back, the number stays free. */
export async function insertDocument(tx: Db, { content, ...row }: NewDocument): Promise<PaymentDocument> {
  const [next] = await tx
    .insert(documentNumbers)
    .values({ kind: row.kind, last: 1 })
    .onConflictDoUpdate({ target: documentNumbers.kind, set: { last: sql`${documentNumbers.last} + 1` } })
    .returning({ number: documentNumbers.last });
  if (next === undefined) throw new Error('The database returned no document number');
  const { number } = next;
  const [inserted] = await tx
    .insert(paymentDocuments)
    .values({ ...row, number, content: content(number) })
    .returning();
  if (inserted === undefined) throw new Error('The document was not stored');
  return inserted;
}

export async function findDocumentByKey(db: Db, key: string): Promise<PaymentDocument | undefined> {
  return (await db.select().from(paymentDocuments).where(eq(paymentDocuments.key, key)))[0];
}

export async function findReceipt(db: Db, paymentId: number): Promise<PaymentDocument | undefined> {
  const isReceipt = and(eq(paymentDocuments.kind, 'receipt'), eq(paymentDocuments.paymentId, paymentId));
  return (await db.select().from(paymentDocuments).where(isReceipt))[0];
}

export async function findReceiptOf(db: Db, subject: PaymentSubject) {
  const ids = db.select({ id: payments.id }).from(payments).where(isPaymentOf(subject));
  const isReceipt = and(eq(paymentDocuments.kind, 'receipt'), inArray(paymentDocuments.paymentId, ids));
  return (await db.select().from(paymentDocuments).where(isReceipt))[0];
}

/** Oldest first. */
export async function listDocuments(db: Db, paymentIds: readonly number[]): Promise<PaymentDocument[]> {
  return db
    .select()
    .from(paymentDocuments)
    .where(inArray(paymentDocuments.paymentId, [...paymentIds]))
    .orderBy(asc(paymentDocuments.id));
}
