import type { Config } from '../contract/config.ts';
import { brandName } from '../domain/card-format.ts';
import { formatDate } from '../domain/dates.ts';
import { formatMoney } from '../domain/money.ts';
import { Card } from '../ui/Card.tsx';
import { Rows } from '../ui/Rows.tsx';
import classes from './ReceiptDocument.module.css';

type ReceiptDocumentProps = {
  supplier: Config['operator'];
  /** The receipt's own number. The numbers of all receipts have no gaps. */
  number: number;
  created: string;
  /** The name and the e-mail address, as far as they are known. */
  customer: string;
  from: string;
  to: string;
  reference?: string | null | undefined;
  amount: number;
  currency?: string | null | undefined;
  vatPercent?: number | null | undefined;
  vatAmount?: number | null | undefined;
  amountRefunded?: number | null | undefined;
  cardBrand?: string | null | undefined;
  cardLast4?: string | null | undefined;
};

/** The receipt of a payment, of a customer or a visitor. The page around it prints it alone. */
export function ReceiptDocument(props: ReceiptDocumentProps) {
  const { supplier, number, created, customer, from, to, reference, cardLast4, cardBrand } = props;
  const { amount, vatAmount, vatPercent, amountRefunded } = props;
  const money = (value: number) => formatMoney(value, props.currency);
  const row = (label: string, value: string | null | undefined) => (value ? [{ label, value }] : []);
  const net =
    typeof vatAmount === 'number'
      ? [...row('Net', money(amount - vatAmount)), ...row(`VAT ${vatPercent}%`, money(vatAmount))]
      : [];
  return (
    <>
      <address className={`stack text-soft wrap-anywhere ${classes.supplier}`}>
        <b>{supplier.name || 'Send'}</b>
        {supplier.address && <span>{supplier.address}</span>}
        {supplier.number && <span>{`Company number ${supplier.number}`}</span>}
        {supplier.vatNumber && <span>{`VAT number ${supplier.vatNumber}`}</span>}
      </address>
      <Card className={`wrap-anywhere ${classes.card}`}>
        <Rows
          isAtTop
          rows={[
            { label: 'Receipt number', value: String(number) },
            { label: 'Date', value: formatDate(created) ?? '' },
            ...row('Customer', customer),
            { label: 'From', value: from },
            { label: 'To', value: to },
            ...row('Reference', reference),
            ...row('Paid with', cardLast4 && `${brandName(cardBrand ?? '')} ending in ${cardLast4}`),
            ...net,
            { label: 'Total, paid', value: <b>{money(amount)}</b> },
            ...row('Refunded', amountRefunded ? money(amountRefunded) : null),
          ]}
        />
      </Card>
    </>
  );
}
