import { PaymentBadge } from '../../components/PaymentBadge.tsx';
import { brandName, expiryText } from '../../contract/card-format.ts';
import type { Payment } from '../../contract/payment.ts';
import { formatPaymentDate } from '../../domain/dates.ts';
import { documentLink } from '../../domain/document-link.ts';
import { formatMoney } from '../../domain/money.ts';
import { paymentLabelOf } from '../../domain/payment-label.ts';
import { Icon } from '../../ui/Icon.tsx';
import { DocumentLink, TextLink } from '../../ui/TextLink.tsx';
import classes from './HistoryPanel.module.css';
import { paymentTitle } from './payment-history.ts';

export function PaymentRow({ payment }: { payment: Payment }) {
  const { tone, label, note } = paymentLabelOf(payment);
  const card = cardText(payment);
  const { referenceNumber, trackingNumber, vatAmount, vatPercent } = payment;
  const receipt = documentLink(payment.receiptUrl, location.href);
  const invoice = documentLink(payment.invoiceUrl, location.href);
  const creditNotes = (payment.history ?? [])
    .filter(({ kind }) => kind === 'refund')
    .flatMap(({ amount, documentUrl }) => {
      const href = documentLink(documentUrl, location.href);
      return href === undefined ? [] : [{ href, money: formatMoney(amount, payment.currency) }];
    });
  return (
    <li className={classes.payment}>
      <div className={'stack content-start min-w-0 wrap-anywhere'}>
        <h3 dir="auto">{paymentTitle(payment)}</h3>
        <small>{formatPaymentDate(payment.created) ?? 'Unknown time'}</small>
      </div>
      <div className={`stack content-start tabular-nums justify-items-end size-lg ${classes.amount}`}>
        <b>{formatMoney(payment.amount, payment.currency)}</b>
        <PaymentBadge tone={tone} label={label} />
      </div>
      <div
        className={`flex flex-wrap items-center justify-between gap-x-4 col-span-full min-w-0 wrap-anywhere ${classes.details}`}
      >
        {note !== undefined && <p className={'w-full text-sm'}>{note}</p>}
        {card !== '' && <small>{card}</small>}
        {typeof vatAmount === 'number' && (
          <small>{`Includes ${formatMoney(vatAmount, payment.currency)} VAT (${vatPercent}%)`}</small>
        )}
        {referenceNumber && <small>Reference {referenceNumber}</small>}
        {(receipt !== undefined || invoice !== undefined || trackingNumber) && (
          <span className={`flex flex-wrap gap-x-5 ${classes.links}`}>
            {receipt && (
              <DocumentLink href={receipt}>
                <Icon name="document" size={18} />
                Receipt
              </DocumentLink>
            )}
            {invoice && <DocumentLink href={invoice}>Invoice</DocumentLink>}
            {creditNotes.map(({ href, money }) => (
              <DocumentLink key={href} href={href}>{`Credit note, ${money}`}</DocumentLink>
            ))}
            {trackingNumber && (
              <TextLink
                to="/tracking"
                search={{ guid: trackingNumber }}
                aria-label={`Track ${paymentTitle(payment)}`}
              >
                Track
              </TextLink>
            )}
          </span>
        )}
      </div>
    </li>
  );
}

/** "Visa 4242, 08/2028, Aoife Brennan", without the parts that are unknown. */
function cardText({ cardBrand, cardLast4, cardExpMonth, cardExpYear, cardholderName }: Payment): string {
  const card = cardBrand || cardLast4 ? `${brandName(cardBrand ?? '')} ${cardLast4 ?? ''}`.trim() : '';
  const expiry = cardExpMonth && cardExpYear ? expiryText(cardExpMonth, cardExpYear) : '';
  return [card, expiry, cardholderName ?? ''].filter((part) => part !== '').join(', ');
}
