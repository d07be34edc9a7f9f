import type { Payment } from '../../src/contract/payment.ts';
import { listPaymentsOfUser } from '../queries/payments.ts';
import type { PaymentDependencies } from './finalize-payment.ts';

/** The payments of an account, newest first; amounts in euros. */
export async function listPayments(
  { db }: PaymentDependencies,
  userId: number,
  publicUrl: string,
): Promise<Payment[]> {
  const rows = await listPaymentsOfUser(db, userId);
  return rows.map(({ payment, guid, referenceNumber }) => ({
    id: payment.id,
    created: payment.created.toISOString(),
    status: payment.status,
    amount: payment.amountCents / 100,
    currency: payment.currency,
    // The history is searched by this text, and people search for the tracking number.
    description: [payment.description, referenceNumber, guid, payment.refund === 'none' ? null : 'Refunded']
      .filter((part) => part !== null)
      .join(' · '),
    cardBrand: payment.cardBrand,
    cardLast4: payment.cardLast4,
    cardExpMonth: payment.cardExpMonth,
    cardExpYear: payment.cardExpYear,
    cardholderName: payment.cardholderName,
    receiptUrl: toAppLink(payment.receiptUrl, publicUrl),
    invoiceUrl: toAppLink(payment.invoiceUrl, publicUrl),
  }));
}

/** A page of our own server is linked relatively, so that it opens under whatever name the app has today. */
function toAppLink(url: string | null, publicUrl: string): string | null {
  if (url === null) return null;
  const { origin, hostname, pathname, search } = new URL(url);
  const isOurs = origin === publicUrl || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return isOurs ? pathname + search : url;
}
