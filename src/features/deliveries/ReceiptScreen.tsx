import { Button } from '@mantine/core';
import { useState } from 'react';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import type { Payment } from '../../contract/payment.ts';
import { brandName } from '../../domain/card-format.ts';
import { formatDate } from '../../domain/dates.ts';
import { formatMoney } from '../../domain/money.ts';
import { useApp } from '../../stores/app.ts';
import { useUser } from '../../stores/user.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { TextButton } from '../../ui/TextLink.tsx';
import { useDeliveryPayment } from '../../use-cases/payments/use-delivery-payment.ts';
import { PaymentPage } from './PaymentPage.tsx';
import classes from './ReceiptScreen.module.css';

/** The receipt of a paid delivery, made for printing. Browsers save a printed page as PDF. */
export function ReceiptScreen({ deliveryId }: { deliveryId: string }) {
  const [attempt, setAttempt] = useState(1);
  return (
    <PaymentPage deliveryId={deliveryId} title="Receipt">
      {(delivery) => (
        <ReceiptOfDelivery key={attempt} delivery={delivery} onRetry={() => setAttempt(attempt + 1)} />
      )}
    </PaymentPage>
  );
}

type ReceiptOfDeliveryProps = { delivery: DeliveryRequest; onRetry: () => void };

function ReceiptOfDelivery({ delivery, onRetry }: ReceiptOfDeliveryProps) {
  const state = useDeliveryPayment(delivery.id);
  const payment = state.kind === 'known' ? state.payment : undefined;
  const hasReceipt = typeof payment?.receiptNumber === 'number';
  return (
    <div className={classes.receipt}>
      <PageHeading>Receipt</PageHeading>
      {state.kind === 'loading' && <p role="status">Loading your receipt...</p>}
      {state.kind === 'unknown' && (
        <Notice tone="error" role="alert" action={<TextButton onClick={onRetry}>Try again</TextButton>}>
          Your receipt could not be loaded. Receipts are never saved on this device, so you need a connection.
        </Notice>
      )}
      {state.kind === 'known' && !hasReceipt && (
        <Notice tone="info">There is no receipt, because this delivery is not paid.</Notice>
      )}
      {payment && hasReceipt && <ReceiptDocument delivery={delivery} payment={payment} />}
      <div className={classes.actions}>
        {hasReceipt && <Button onClick={() => window.print()}>Print or save as PDF</Button>}
        <ButtonLink
          to="/deliveries/$deliveryId"
          params={{ deliveryId: String(delivery.id) }}
          variant="default"
        >
          View Delivery Details
        </ButtonLink>
        <ButtonLink to="/account" search={{ tab: 'billing', list: 'history' }} variant="default">
          Payment History
        </ButtonLink>
      </div>
    </div>
  );
}

type ReceiptDocumentProps = { delivery: DeliveryRequest; payment: Payment };

function ReceiptDocument({ delivery, payment }: ReceiptDocumentProps) {
  const supplier = useApp(({ config }) => config.operator);
  const user = useUser((state) => state.user);
  const money = (amount: number) => formatMoney(amount, payment.currency);
  const { receiptNumber, created, vatAmount, vatPercent, amount, amountRefunded, cardLast4 } = payment;
  return (
    <>
      <address className={classes.supplier}>
        <b>{supplier.name || 'Send'}</b>
        {supplier.address && <span>{supplier.address}</span>}
        {supplier.number && <span>{`Company number ${supplier.number}`}</span>}
        {supplier.vatNumber && <span>{`VAT number ${supplier.vatNumber}`}</span>}
      </address>
      <Card className={classes.card ?? ''}>
        <Rows
          rows={[
            { label: 'Receipt number', value: String(receiptNumber) },
            { label: 'Date', value: formatDate(created) ?? '' },
            ...(user ? [{ label: 'Customer', value: `${user.name}, ${user.email}` }] : []),
            { label: 'From', value: delivery.pickUpSnapshot.name },
            { label: 'To', value: delivery.dropOffSnapshot.name },
            ...(payment.referenceNumber ? [{ label: 'Reference', value: payment.referenceNumber }] : []),
            ...(cardLast4
              ? [
                  {
                    label: 'Paid with',
                    value: `${brandName(payment.cardBrand ?? '')} ending in ${cardLast4}`,
                  },
                ]
              : []),
            ...(typeof vatAmount === 'number'
              ? [
                  { label: 'Net', value: money(amount - vatAmount) },
                  { label: `VAT ${vatPercent}%`, value: money(vatAmount) },
                ]
              : []),
            { label: 'Total, paid', value: <b>{money(amount)}</b> },
            ...(amountRefunded ? [{ label: 'Refunded', value: money(amountRefunded) }] : []),
          ]}
        />
      </Card>
    </>
  );
}
