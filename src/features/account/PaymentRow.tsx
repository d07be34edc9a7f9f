import { PaymentBadge } from '../../components/PaymentBadge.tsx';
import type { Payment } from '../../contract/payment.ts';
import { PAYMENT_STATUS_LABELS } from '../../contract/status.ts';
import { formatMoney, formatPaymentDate } from '../../domain/format.ts';
import { paymentStatusName } from '../../domain/status-styles.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ExternalLink } from '../../ui/TextLink.tsx';
import { brandName, expiryText } from './card-format.ts';
import classes from './HistoryPanel.module.css';
import { documentLink } from './payment-history.ts';

export function PaymentRow({ payment }: { payment: Payment }) {
  const status = paymentStatusName(payment.status);
  const card = cardText(payment);
  const receipt = documentLink(payment.receiptUrl, location.href);
  const invoice = documentLink(payment.invoiceUrl, location.href);
  return (
    <li className={classes.payment}>
      <div className={classes.description}>
        <h3 dir="auto">{payment.description || 'Payment'}</h3>
        <small>{formatPaymentDate(payment.created) ?? 'Unknown time'}</small>
      </div>
      <div className={classes.amount}>
        <b>{formatMoney(payment.amount, payment.currency)}</b>
        <PaymentBadge tone={status} label={PAYMENT_STATUS_LABELS[status]} />
      </div>
      <div className={classes.details}>
        {card !== '' && <small>{card}</small>}
        {(receipt !== undefined || invoice !== undefined) && (
          <span className={classes.links}>
            {receipt !== undefined && (
              <ExternalLink href={receipt} target="_blank" rel="noopener noreferrer">
                <Icon name="document" size={18} />
                Receipt
              </ExternalLink>
            )}
            {invoice !== undefined && (
              <ExternalLink href={invoice} target="_blank" rel="noopener noreferrer">
                Invoice
              </ExternalLink>
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
