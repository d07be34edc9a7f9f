import { Button } from '@mantine/core';
import { ReceiptDocument } from '../../components/ReceiptDocument.tsx';
import { reasonOf } from '../../domain/read-failure.ts';
import { useApp } from '../../stores/app.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { TextButton } from '../../ui/TextLink.tsx';
import { useGuestPayment } from '../../use-cases/payments/use-guest-payment.ts';
import classes from './GuestPaymentScreen.module.css';

/** The VAT receipt of a guest who has paid, made for printing. Browsers save a printed page as PDF. */
export function GuestReceiptScreen({ paymentKey }: { paymentKey: string }) {
  const { state, refresh } = useGuestPayment(paymentKey, false);
  const supplier = useApp(({ config }) => config.operator);
  const payment = state.kind === 'known' ? state.payment : undefined;
  const receipt = payment?.receipt;
  return (
    <div className={`stack gap-3 w-full mx-auto ${classes.page}`}>
      <PageHeading>Receipt</PageHeading>
      {state.kind === 'loading' && <p role="status">Loading your receipt...</p>}
      {state.kind === 'unreachable' && (
        <Notice
          tone="error"
          role="alert"
          action={<TextButton onClick={() => void refresh()}>Try again</TextButton>}
        >
          {`Your receipt could not be loaded. ${reasonOf(state.failure)} Receipts are never saved on this device.`}
        </Notice>
      )}
      {state.kind === 'missing' && (
        <Notice tone="error" role="alert">
          This link is not valid or no longer valid. Check that you opened the whole link from our email.
        </Notice>
      )}
      {payment && !receipt && (
        <Notice tone="info">There is no receipt, because nothing has been paid here.</Notice>
      )}
      {payment && receipt && (
        <ReceiptDocument
          supplier={supplier}
          {...receipt}
          reference={receipt.referenceNumber}
          amount={payment.amount}
          currency={payment.currency}
        />
      )}
      <div className={'no-print stack gap-2 mt-2'}>
        {receipt && <Button onClick={() => window.print()}>Print or save as PDF</Button>}
        {payment && (
          <ButtonLink to="/pay/$key" params={{ key: paymentKey }} variant="default">
            View Payment
          </ButtonLink>
        )}
        <ButtonLink to="/" variant="default">
          Return to Home
        </ButtonLink>
      </div>
    </div>
  );
}
