import * as v from 'valibot';
import type { Business } from '../config/business.ts';
import type { Db } from '../db/database.ts';
import type { Clock, JobHandlers } from '../dependencies.ts';
import { rowsOf } from '../documents/document-page.ts';
import {
  DELIVERY_MAIL_JOB,
  type DeliveryMailEvent,
  DeliveryMailPayload,
  type DeliveryMailSubject,
  findDeliveryMailSubject,
} from '../queries/delivery-mails.ts';
import { findReceiptOf } from '../queries/payment-documents.ts';
import { deliverySubject } from '../queries/payments.ts';
import { footerOf, receiptAction } from './document-mail.ts';
import { formatMoney } from './format-money.ts';
import { renderMail } from './layout.ts';
import type { LimitedMailer } from './limited-mailer.ts';
import { signedLink } from './signed-links.ts';

export type DeliveryMailDependencies = {
  db: Db;
  clock: Clock;
  mail: LimitedMailer;
  secret: Uint8Array;
  publicUrl: string;
  business: Business;
};

/** Mails customers what happens to their deliveries, once they have confirmed their address, unless they have turned these mails off. */
export function deliveryMailJobs(dependencies: DeliveryMailDependencies): JobHandlers {
  const { db, clock, mail, secret, publicUrl, business } = dependencies;
  return {
    [DELIVERY_MAIL_JOB]: async (payload) => {
      const { id, event, requestId } = v.parse(DeliveryMailPayload, payload);
      const subject = await findDeliveryMailSubject(db, requestId);
      if (subject === undefined) return;
      const { email: to, emailConfirmed, hasMailUpdates, id: userId } = subject.user;
      // The receipt is mailed in any case.
      const receipt = event === 'paid' ? await findReceiptOf(db, deliverySubject(requestId)) : undefined;
      if (emailConfirmed === null || !(hasMailUpdates || receipt !== undefined)) return;
      // If the mail server was unavailable for hours, the mail must not say "today" about yesterday.
      const today = clock.now().toISOString().slice(0, 10);
      if (event === 'arrivingToday' && subject.order?.deliveryDate !== today) return;
      const unsubscribe = signedLink('unsubscribe', publicUrl, secret, userId);
      const write = () => ({
        ...renderMail({
          ...contentOf(event, subject),
          ...(receipt === undefined
            ? { facts: factsOf(event, subject), action: actionOf(event, subject, publicUrl) }
            : { facts: rowsOf(receipt.content), action: receiptAction(receipt, publicUrl) }),
          footer: [...footerOf(business), { text: 'Turn off mails about your deliveries', url: unsubscribe }],
        }),
        messageId: `<${id}@${new URL(publicUrl).hostname}>`,
        headers: {
          'List-Unsubscribe': `<${unsubscribe}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      });
      await mail.send({ to, kind: 'delivery', write });
    },
  };
}

function contentOf(
  event: DeliveryMailEvent,
  { request, order }: DeliveryMailSubject,
): { subject: string; paragraphs: string[] } {
  switch (event) {
    case 'priceConfirmed':
      return {
        subject: 'Your delivery is ready to be paid',
        paragraphs: [
          `We have confirmed the places of your delivery. Its price is ${formatMoney(request.priceCents, request.currency)}.`,
          'Please check it, and pay when you are ready.',
        ],
      };
    case 'paid':
      return {
        subject: 'We have received your payment',
        paragraphs: [
          `Thank you for your payment of ${formatMoney(request.priceCents, request.currency)}.`,
          'We will accept your delivery request shortly and send you its tracking number.',
        ],
      };
    case 'accepted':
      return {
        subject: 'Your delivery is accepted',
        paragraphs: ['We have accepted your delivery request. You can follow it with its tracking number.'],
      };
    case 'collected':
      return { subject: 'Your parcel is on its way', paragraphs: ['We have collected your parcel.'] };
    case 'arrivingToday':
      return {
        subject: 'Your parcel arrives today',
        paragraphs: [
          order?.deliveryTime
            ? `We plan to deliver your parcel today, ${order.deliveryTime}.`
            : 'We plan to deliver your parcel today.',
          'Please make sure that somebody can receive it.',
        ],
      };
    case 'delivered':
      return {
        subject: 'Your parcel was delivered',
        paragraphs: [
          'We have delivered your parcel.',
          'If anything is damaged or missing, please tell us within 7 days.',
        ],
      };
    case 'pickupFailed':
      return {
        subject: 'We could not collect your parcel',
        paragraphs: [
          'We came to collect your parcel, but it was not possible. We will contact you about a new time.',
        ],
      };
    case 'deliveryFailed':
      return {
        subject: 'We could not deliver your parcel',
        paragraphs: ['We came to deliver your parcel, but nobody could receive it. We will try again.'],
      };
    case 'returned':
      return {
        subject: 'Your parcel could not be delivered',
        paragraphs: [
          'We have returned your parcel to our facility. We will contact you to arrange what happens next.',
        ],
      };
    case 'cancelled':
      return {
        subject: 'Your delivery was cancelled',
        paragraphs: ['Your delivery was cancelled. If you did not expect this, please contact us.'],
      };
  }
}

function factsOf(event: DeliveryMailEvent, { request, order }: DeliveryMailSubject) {
  const facts = [
    { label: 'From', value: request.pickUp.name },
    { label: 'To', value: request.dropOff.name },
  ];
  if (order === undefined) return facts;
  facts.push(
    { label: 'Reference', value: order.referenceNumber },
    { label: 'Tracking number', value: order.guid },
  );
  const isPlanned = event === 'accepted' || event === 'collected';
  if (isPlanned && order.deliveryDate !== null) {
    facts.push({
      label: 'Delivery',
      value: [order.deliveryDate, order.deliveryTime].filter(Boolean).join(', '),
    });
  }
  return facts;
}

function actionOf(event: DeliveryMailEvent, { request, order }: DeliveryMailSubject, publicUrl: string) {
  return order === undefined || event === 'paid'
    ? { label: 'See your delivery', url: `${publicUrl}/deliveries/${request.id}/details` }
    : { label: 'Follow your delivery', url: `${publicUrl}/tracking?guid=${order.guid}` };
}
