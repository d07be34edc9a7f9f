import { Button } from '@mantine/core';
import { ReceiptDocument } from '../../components/ReceiptDocument.tsx';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { reasonOf } from '../../domain/read-failure.ts';
import { useApp } from '../../stores/app.ts';
import { useUser } from '../../stores/user.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { TextButton } from '../../ui/TextLink.tsx';
import { useDeliveryPayment } from '../../use-cases/payments/use-delivery-payment.ts';
import { PaymentPage } from './PaymentPage.tsx';

/** The receipt of a paid delivery, made for printing. Browsers save a printed page as PDF. */
export function ReceiptScreen({ deliveryId }: { deliveryId: string }) {
  return (
    <PaymentPage deliveryId={deliveryId} title="Receipt">
      {(delivery) => <ReceiptOfDelivery key={delivery.id} delivery={delivery} />}
    </PaymentPage>
  );
}

function ReceiptOfDelivery({ delivery }: { delivery: DeliveryRequest }) {
  const { state, retry } = useDeliveryPayment(delivery.id);
  const payment = state.kind === 'known' ? state.payment : undefined;
  const supplier = useApp(({ config }) => config.operator);
  const user = useUser((known) => known.user);
  const receiptNumber = payment?.receiptNumber;
  const hasReceipt = typeof receiptNumber === 'number';
  return (
    <div className="stack gap-4">
      <PageHeading>Receipt</PageHeading>
      {state.kind === 'loading' && <p role="status">Loading your receipt...</p>}
      {state.kind === 'unknown' && (
        <Notice tone="error" role="alert" action={<TextButton onClick={retry}>Try again</TextButton>}>
          {`Your receipt could not be loaded. ${reasonOf(state.failure)} Receipts are never saved on this device.`}
        </Notice>
      )}
      {state.kind === 'known' && !hasReceipt && (
        <Notice tone="info">There is no receipt, because this delivery is not paid.</Notice>
      )}
      {payment && hasReceipt && (
        <ReceiptDocument
          supplier={supplier}
          number={receiptNumber}
          created={payment.created}
          customer={user ? `${user.name}, ${user.email}` : ''}
          from={delivery.pickUpSnapshot.name}
          to={delivery.dropOffSnapshot.name}
          reference={payment.referenceNumber}
          amount={payment.amount}
          currency={payment.currency}
          vatPercent={payment.vatPercent}
          vatAmount={payment.vatAmount}
          amountRefunded={payment.amountRefunded}
          cardBrand={payment.cardBrand}
          cardLast4={payment.cardLast4}
        />
      )}
      <div className={'no-print stack gap-2'}>
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
