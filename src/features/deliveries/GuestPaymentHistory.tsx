import type { MoneyMovement } from '../../contract/payment.ts';
import { formatDate } from '../../domain/dates.ts';
import { documentLink } from '../../domain/document-link.ts';
import { formatMoney } from '../../domain/money.ts';
import { Card } from '../../ui/Card.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { DocumentLink } from '../../ui/TextLink.tsx';

const REFUND_STATES: Record<string, string> = {
  due: 'we are sending it',
  pending: 'on its way, which may take up to 10 days',
  failed: 'did not arrive, so please contact support',
  done: 'sent to your card',
  settled: 'made in another way',
};

/** What a guest has paid and got back, with the receipt and the credit notes, as print pages of the server. (PAY-93) */
export function GuestPaymentHistory({ history }: { history: readonly MoneyMovement[] }) {
  if (history.length === 0) return null;
  return (
    <section className="stack gap-2">
      <h2>Payments and refunds</h2>
      <Card>
        <Rows rows={history.map((movement, index) => rowOf(movement, index))} />
      </Card>
    </section>
  );
}

function rowOf({ kind, created, amount, currency, state, documentUrl }: MoneyMovement, index: number) {
  const isPayment = kind === 'payment';
  const href = documentLink(documentUrl, location.href);
  const detail = isPayment ? undefined : REFUND_STATES[state ?? ''];
  return {
    label: `${index + 1}. ${isPayment ? 'Paid' : 'Refund'}`,
    value: [formatMoney(amount, currency), formatDate(created), detail].filter(Boolean).join(', '),
    action: href && (
      <DocumentLink href={href}>{isPayment ? 'View Receipt' : 'View Credit Note'}</DocumentLink>
    ),
  };
}
