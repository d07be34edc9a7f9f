import { formatCents } from '../../src/contract/money.ts';
import { REQUEST_STATUS } from '../../src/contract/status.ts';
import { rowsOf } from '../documents/document-page.ts';
import { guestEmailJob, recordSentEmail } from '../queries/emails.ts';
import { findGuestRequest, type GuestRequestRow } from '../queries/guest-requests.ts';
import { findOrderOf } from '../queries/orders.ts';
import { findReceiptOf, type PaymentDocument } from '../queries/payment-documents.ts';
import { guestSubject } from '../queries/payments.ts';
import { type EmailContent, footerOf, receiptAction, renderEmail } from './layout.ts';
import type { EmailDependencies } from './limited-mailer.ts';

/** Emails guests how to pay and, after the payment, the tracking number. */
export function guestEmailJobs({ db, clock, mail, publicUrl, business }: EmailDependencies) {
  return guestEmailJob.handle(async ({ requestId, event }) => {
    const request = await findGuestRequest(db, requestId);
    if (request === undefined || request.email === '') return;
    const order = await findOrderOf(db, 'guestRequestId', requestId);
    const content =
      event === 'payment'
        ? paymentContent(request, publicUrl)
        : acceptedContent(order?.guid, await findReceiptOf(db, guestSubject(requestId)), publicUrl);
    if (content === undefined) return;
    const facts = [
      { label: 'From', value: request.pickup },
      { label: 'To', value: request.dropoff },
      { label: 'Reference', value: request.referenceNumber },
    ];
    const write = () =>
      renderEmail({
        ...content,
        paragraphs: [...content.paragraphs, TYPED_BY_SENDER],
        facts: [...facts, ...content.facts],
        footer: footerOf(business),
      });
    await mail.send({ to: request.email, kind: 'guest', write });
    await recordSentEmail(db, { kind: guestEmailJob.kind, subjectId: requestId, event, sent: clock.now() });
  });
}

/** Anyone may have entered the address, so the email says whose words it contains. (SEC-18) */
const TYPED_BY_SENDER =
  'You get this email because your address was entered with this request. Its places are shown as they were typed there.';

type GuestEmail = Omit<EmailContent, 'footer'>;

/** A request that has been paid in the meantime needs no such email. */
function paymentContent(
  { status, priceCents, currency, paymentKey }: GuestRequestRow,
  publicUrl: string,
): GuestEmail | undefined {
  if (status !== REQUEST_STATUS.waitingPayment || priceCents === null || currency === null) return undefined;
  const price = formatCents(priceCents, currency);
  return {
    subject: `Your delivery request is accepted: please pay ${price}`,
    paragraphs: [
      'We have accepted your delivery request.',
      `Please pay ${price} on our payment page. You need no account. We start your delivery once it is paid and then send you its tracking number.`,
    ],
    facts: [],
    action: { label: `Pay ${price}`, url: `${publicUrl}/pay/${paymentKey}` },
  };
}

/** A request that was paid otherwise has no receipt of ours. */
function acceptedContent(
  guid: string | undefined,
  receipt: PaymentDocument | undefined,
  publicUrl: string,
): GuestEmail | undefined {
  if (guid === undefined) return undefined;
  const { label = '', url = '' } = receipt === undefined ? {} : receiptAction(receipt, publicUrl);
  return {
    subject: 'The tracking number of your delivery',
    paragraphs: [
      'Thank you. Your delivery request is accepted and paid. You can follow it with its tracking number.',
    ],
    facts: [
      { label: 'Tracking number', value: guid },
      ...(receipt === undefined ? [] : [...rowsOf(receipt.content), { label, value: 'Open', url }]),
    ],
    action: { label: 'Follow your delivery', url: `${publicUrl}/tracking?guid=${guid}` },
  };
}
