import * as v from 'valibot';
import { documentPath, rowsOf } from '../documents/document-page.ts';
import {
  findRefundMailSubject,
  REFUND_MAIL_JOB,
  RefundMailPayload,
  recordSentEmail,
} from '../queries/emails.ts';
import { formatMoney } from './format-money.ts';
import { footerOf, renderMail } from './layout.ts';
import type { EmailDependencies } from './limited-mailer.ts';

/** Emails customers and guests that money is on its way back to them, with the credit note if there is one. (PAY-91) */
export function refundMailJobs({ db, clock, mail, publicUrl, business }: EmailDependencies) {
  return {
    [REFUND_MAIL_JOB]: async (payload: unknown) => {
      const { refundId } = v.parse(RefundMailPayload, payload);
      const subject = await findRefundMailSubject(db, refundId);
      const to = subject && addressOf(subject);
      if (subject === undefined || !to) return;
      const { refund, payment, guest, creditNote } = subject;
      const money = formatMoney(refund.amountCents ?? 0, payment.currency);
      const write = () =>
        renderMail({
          subject: `We have refunded ${money}`,
          paragraphs: [
            refund.state === 'settled'
              ? `We have refunded ${money} in another way than to the card that you paid with.`
              : `We have refunded ${money} to the card that you paid with. Your bank may need up to 10 days until you see the money.`,
          ],
          facts: creditNote === null ? [] : rowsOf(creditNote.content),
          action:
            creditNote !== null
              ? { label: 'View and print your credit note', url: publicUrl + documentPath(creditNote) }
              : {
                  label: 'See your payment',
                  url: `${publicUrl}${guest?.paymentKey ? `/pay/${guest.paymentKey}` : '/account'}`,
                },
          footer: footerOf(business),
        });
      await mail.send({ to, kind: 'delivery', write });
      await recordSentEmail(db, { kind: REFUND_MAIL_JOB, subjectId: refundId, sent: clock.now() });
    },
  };
}

type Subject = NonNullable<Awaited<ReturnType<typeof findRefundMailSubject>>>;

/** An address that is not confirmed may belong to someone else. */
function addressOf({ user, guest }: Subject): string | undefined {
  if (guest !== null) return guest.email;
  return user === null || user.emailConfirmed === null ? undefined : user.email;
}
