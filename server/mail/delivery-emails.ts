import { apiDay, dayText } from '../../src/contract/date-text.ts';
import { formatCents } from '../../src/contract/money.ts';
import { isAwaitingPayment } from '../../src/contract/rules.ts';
import { describeSlot } from '../../src/contract/slot-text.ts';
import { FINAL_ORDER_STATUSES, PAYMENT_STATUS, REQUEST_STATUS } from '../../src/contract/status.ts';
import { documentPath, rowsOf, toRows } from '../documents/document-page.ts';
import * as emails from '../queries/emails.ts';
import { findGuestRequest, type GuestRequestRow } from '../queries/guest-requests.ts';
import { findOrderOf } from '../queries/orders.ts';
import { findReceiptOf, type PaymentDocument } from '../queries/payment-documents.ts';
import { deliverySubject, guestSubject, listPaymentsOf } from '../queries/payments.ts';
import texts from './delivery-emails.json';
import { fillText, footerOf, receiptAction, renderEmail } from './layout.ts';
import type { EmailDependencies, LimitedEmail } from './limited-mailer.ts';
import { signedLink } from './signed-links.ts';

/** Emails customers about their deliveries, once their address is confirmed, unless they have turned it off. */
export function deliveryEmailJobs(dependencies: EmailDependencies) {
  const { db, clock, secret, publicUrl, business } = dependencies;
  return emails.deliveryEmailJob.handle(async ({ id, event, requestId }) => {
    const subject = await emails.findDeliveryEmailSubject(db, requestId);
    if (subject === undefined || (event === 'priceConfirmed' && !isPayable(subject.request))) return;
    const { email: to, emailConfirmed, hasMailUpdates } = subject.user;
    // The receipt is emailed in any case.
    const receipt = event === 'paid' ? await findReceiptOf(db, deliverySubject(requestId)) : undefined;
    if (emailConfirmed === null || !(hasMailUpdates || receipt !== undefined)) return;
    // If the mail server was unavailable for hours, the email must not say "today" about yesterday.
    const today = apiDay(clock.now(), business.timeZone);
    if (event === 'arrivingToday' && subject.order?.deliveryDate !== today) return;
    if (isReplaced(event, subject)) return;
    const unsubscribe = signedLink('unsubscribe', publicUrl, secret, subject.user);
    const write = () => ({
      ...renderEmail({
        ...deliveryTexts(event, subject),
        ...(receipt === undefined
          ? { facts: factsOf(event, subject), action: actionOf(event, subject, publicUrl) }
          : { facts: rowsOf(receipt.content), action: receiptAction(receipt, publicUrl) }),
        footer: [...footerOf(business), { text: 'Unsubscribe from delivery emails', url: unsubscribe }],
      }),
      messageId: id,
      headers: {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    });
    const about = { kind: emails.deliveryEmailJob.kind, subjectId: requestId, event };
    await sendRecorded(dependencies, { to, kind: 'delivery', write }, about);
  });
}

/** Sends an email, and records what it was about once the mail server has accepted it. */
async function sendRecorded(
  { db, clock, mail }: EmailDependencies,
  email: LimitedEmail,
  about: { kind: string; subjectId: number; event?: string },
): Promise<void> {
  await mail.send(email);
  await emails.recordSentEmail(db, { ...about, sent: clock.now() });
}

/** A delivery may end before an email is sent that was delayed. The customer then needs only the news of its end. */
function isReplaced(event: emails.DeliveryEmailEvent, { order }: emails.DeliveryEmailSubject): boolean {
  const isOver = order !== null && FINAL_ORDER_STATUSES.includes(order.status);
  return (
    isOver && ['accepted', 'collected', 'arrivingToday', 'pickupFailed', 'deliveryFailed'].includes(event)
  );
}

/** The customer may have paid or edited the delivery since the email was queued. */
function isPayable(request: emails.DeliveryEmailSubject['request']): boolean {
  return isAwaitingPayment(request) && !request.isPaymentProcessing && request.unclearPlaces.length === 0;
}

function textsOf(name: keyof typeof texts, values: Record<string, string>) {
  const { subject, paragraphs } = texts[name];
  return {
    subject: fillText(subject, values),
    paragraphs: paragraphs.map((text) => fillText(text, values)),
  };
}

function deliveryTexts(event: emails.DeliveryEmailEvent, { request, order }: emails.DeliveryEmailSubject) {
  const price = formatCents(request.priceCents, request.currency);
  const slot = order?.deliveryTime ? `, ${describeSlot(order.deliveryTime)}` : '';
  const { subject, paragraphs } = textsOf(event, { price, slot });
  // A mail server that was unavailable may have delayed the email past what it promises.
  const isOpen = request.status === REQUEST_STATUS.submitted && !request.isPaymentRefunded;
  const isPast = event === 'paid' && !isOpen;
  return { subject, paragraphs: isPast ? paragraphs.slice(0, 1) : paragraphs };
}

function factsOf(event: emails.DeliveryEmailEvent, { request, order }: emails.DeliveryEmailSubject) {
  const { deliveryDate, deliveryTime } = order ?? {};
  const isPlanned = (event === 'accepted' || event === 'collected') && deliveryDate != null;
  const planned = [dayText(deliveryDate), describeSlot(deliveryTime)].filter(Boolean).join(', ');
  return toRows({
    From: request.pickUp.name,
    To: request.dropOff.name,
    Reference: request.referenceNumber,
    'Tracking number': order?.guid,
    Delivery: isPlanned ? planned : undefined,
  });
}

function actionOf(
  event: emails.DeliveryEmailEvent,
  { request, order }: emails.DeliveryEmailSubject,
  publicUrl: string,
) {
  return order === null || event === 'paid'
    ? { label: 'See your delivery', url: `${publicUrl}/deliveries/${request.id}/details` }
    : { label: 'Follow your delivery', url: `${publicUrl}/tracking?guid=${order.guid}` };
}

/** Emails customers and guests that money is on its way back to them, with the credit note if there is one. (PAY-91) */
export function refundEmailJobs(dependencies: EmailDependencies) {
  const { db, publicUrl, business } = dependencies;
  return emails.refundEmailJob.handle(async ({ refundId }, messageId) => {
    const subject = await emails.findRefundEmailSubject(db, refundId);
    const to = subject && addressOf(subject);
    if (subject === undefined || !to) return;
    const { refund, payment, guest, creditNote } = subject;
    const money = formatCents(refund.amountCents ?? 0, payment.currency);
    // Checkout pages may also offer bank debits.
    const source =
      payment.cardLast4 === null ? 'the account that you paid from' : 'the card that you paid with';
    const write = () => ({
      messageId,
      ...renderEmail({
        ...textsOf(refund.state === 'settled' ? 'refundedOtherwise' : 'refunded', { money, source }),
        facts: creditNote === null ? [] : rowsOf(creditNote.content),
        action:
          creditNote !== null
            ? { label: 'View and print your credit note', url: publicUrl + documentPath(creditNote) }
            : {
                label: 'See your payment',
                url: `${publicUrl}${guest?.paymentKey ? `/pay/${guest.paymentKey}` : '/account'}`,
              },
        footer: footerOf(business),
      }),
    });
    const about = { kind: emails.refundEmailJob.kind, subjectId: refundId };
    await sendRecorded(dependencies, { to, kind: 'delivery', write }, about);
  });
}

type Subject = NonNullable<Awaited<ReturnType<typeof emails.findRefundEmailSubject>>>;

/** An address that is not confirmed may belong to someone else. */
function addressOf({ user, guest }: Subject): string | undefined {
  if (guest !== null) return guest.email;
  return user === null || user.emailConfirmed === null ? undefined : user.email;
}

/** Emails guests how to pay and, after the payment, the tracking number. */
export function guestEmailJobs(dependencies: EmailDependencies) {
  const { db, publicUrl, business } = dependencies;
  return emails.guestEmailJob.handle(async ({ requestId, event }, messageId) => {
    const request = await findGuestRequest(db, requestId);
    if (request === undefined || request.email === '') return;
    const order = await findOrderOf(db, 'guestRequestId', requestId);
    const payments = await listPaymentsOf(db, guestSubject(requestId));
    if (event === 'payment' && payments.some(({ status }) => status === PAYMENT_STATUS.processing)) return;
    const content =
      event === 'payment'
        ? paymentContent(request, publicUrl)
        : acceptedContent(order?.guid, await findReceiptOf(db, guestSubject(requestId)), publicUrl);
    if (content === undefined) return;
    const facts = toRows({ From: request.pickup, To: request.dropoff, Reference: request.referenceNumber });
    const write = () => ({
      messageId,
      ...renderEmail({
        ...content,
        paragraphs: [...content.paragraphs, TYPED_BY_SENDER],
        facts: [...facts, ...content.facts],
        footer: footerOf(business),
      }),
    });
    const about = { kind: emails.guestEmailJob.kind, subjectId: requestId, event };
    await sendRecorded(dependencies, { to: request.email, kind: 'guest', write }, about);
  });
}

/** Anyone may have entered the address, so the email says whose words it contains. (SEC-18) */
const TYPED_BY_SENDER =
  'You get this email because your address was entered with this request. Its places are shown as they were typed there.';

/** A request that has been paid in the meantime needs no such email. */
function paymentContent({ status, priceCents, currency, paymentKey }: GuestRequestRow, publicUrl: string) {
  if (status !== REQUEST_STATUS.waitingPayment || priceCents === null || currency === null) return undefined;
  const price = formatCents(priceCents, currency);
  const action = { label: `Pay ${price}`, url: `${publicUrl}/pay/${paymentKey}` };
  return { ...textsOf('guestPayment', { price }), facts: [], action };
}

/** A request that was paid otherwise has no receipt of ours. */
function acceptedContent(guid: string | undefined, receipt: PaymentDocument | undefined, publicUrl: string) {
  if (guid === undefined) return undefined;
  const { label = '', url = '' } = receipt === undefined ? {} : receiptAction(receipt, publicUrl);
  return {
    ...textsOf('guestAccepted', {}),
    facts: [
      { label: 'Tracking number', value: guid },
      ...(receipt === undefined ? [] : [...rowsOf(receipt.content), { label, value: 'Open', url }]),
    ],
    action: { label: 'Follow your delivery', url: `${publicUrl}/tracking?guid=${guid}` },
  };
}
