import { Button } from '@mantine/core';
import { Age } from '../../components/Age.tsx';
import { ConsumerRights } from '../../components/ConsumerRights.tsx';
import { referenceRow, trackingNumberRow } from '../../components/NumberRows.tsx';
import { SkeletonCard } from '../../components/SkeletonCard.tsx';
import type { GuestPayment } from '../../contract/delivery-request.ts';
import { formatMoney } from '../../contract/money.ts';
import type { MoneyMovement } from '../../contract/payment.ts';
import { formatDate } from '../../domain/dates.ts';
import { documentLink } from '../../domain/document-link.ts';
import { AMOUNT_LABELS } from '../../domain/guest-amount.ts';
import { referenceOf } from '../../domain/place-labels.ts';
import {
  explainUncheckedPayment,
  PAYMENT_IS_SAFE,
  type ReadFailure,
  withReason,
} from '../../domain/read-failure.ts';
import { useIsLoading } from '../../stores/loaders.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ButtonLink, DocumentLink } from '../../ui/Links.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OnlineButton } from '../../ui/OnlineButton.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { StillTrying } from '../../ui/StillTrying.tsx';
import { GUEST_PAYMENT_LOADER, useGuestPayment } from '../../use-cases/payments/use-guest-payment.ts';
import { useGuestPriceChangeMessage } from '../../use-cases/payments/use-price-change.ts';
import { useVatPercent } from '../../use-cases/payments/use-vat-percent.ts';
import { CONFIRMING, HomeLink, PaymentColumn, PROCESSING } from './PaymentColumn.tsx';
import { REFUNDED } from './refunded-payment.ts';

type GuestPaymentScreenProps = {
  /** The key in the address of the page. */
  paymentKey: string;
  /** Whether the guest has returned from the checkout without paying. */
  isCanceled: boolean;
  /** Whether the guest has returned from the checkout after paying. */
  isReturning: boolean;
};

/** The payment page of a guest, who has its address from an email or from their receipt and needs no account. */
export function GuestPaymentScreen({ paymentKey, isCanceled, isReturning }: GuestPaymentScreenProps) {
  const { state, isConfirming, retry, stopWaiting, pay } = useGuestPayment(paymentKey, isReturning);
  switch (state.kind) {
    case 'loading':
      return (
        <PaymentColumn gap="gap-3">
          <PageHeading>Your payment</PageHeading>
          <span className="sr-only" role="status">
            Loading your payment
          </span>
          <SkeletonCard />
          <StillTrying isPending onCancel={stopWaiting} detail={isReturning ? PAYMENT_IS_SAFE : undefined} />
        </PaymentColumn>
      );
    case 'missing':
      return (
        <EmptyState
          illustration="lost"
          level={1}
          title="Payment Not Found"
          text="This link is not valid or no longer valid. Check that you opened the whole link from our email."
        >
          <ButtonLink to="/faq">Read the FAQ</ButtonLink>
        </EmptyState>
      );
    case 'unreachable':
      return (
        <EmptyState
          illustration="lost"
          level={1}
          title="We could not load your payment"
          text={explainUncheckedPayment(state.failure)}
        >
          <Button onClick={retry}>Try again</Button>
        </EmptyState>
      );
    case 'known':
      return (
        <GuestPaymentDetails
          {...state}
          isCanceled={isCanceled}
          isConfirming={isConfirming}
          onPay={() => void pay()}
        />
      );
  }
}

/** Each text claims only what the server has confirmed. */
const TEXTS: Record<GuestPayment['status'], { title: string; text: string }> = {
  due: {
    title: 'Pay for your delivery',
    text: "We have accepted your request. We'll start your delivery once it is paid. You need no account.",
  },
  processing: PROCESSING,
  paid: {
    title: 'Payment Successful',
    text: "Thank you. We've received your payment, and your delivery is booked.",
  },
  paidOtherwise: {
    title: 'Nothing to pay',
    text: 'Your delivery is paid, and it is booked.',
  },
  refunded: REFUNDED,
  closed: {
    title: 'Nothing to pay',
    text: 'There is nothing left to pay for this request.',
  },
};

type GuestPaymentDetailsProps = {
  payment: GuestPayment;
  updatedAt: number;
  failure?: ReadFailure | undefined;
  isCanceled: boolean;
  isConfirming: boolean;
  onPay: () => void;
};

function GuestPaymentDetails(props: GuestPaymentDetailsProps) {
  const { payment, updatedAt, failure, isCanceled, isConfirming, onPay } = props;
  const isStarting = useIsLoading(GUEST_PAYMENT_LOADER);
  const { status, failureMessage, trackingNumber } = payment;
  const { title, text } = isConfirming ? CONFIRMING : TEXTS[status];
  const price = formatMoney(payment.amount, payment.currency);
  const priceChangeMessage = useGuestPriceChangeMessage(payment);
  const isDue = status === 'due' && !isConfirming;
  const vatPercent = useVatPercent();
  return (
    <PaymentColumn gap="gap-3">
      <PageHeading>{title}</PageHeading>
      <p className="text-soft" role="status">
        {text}
      </p>
      {isDue && failureMessage && (
        <Notice tone="error" title="The last payment was declined">
          {failureMessage} Nothing was charged.
        </Notice>
      )}
      {isDue && isCanceled && !failureMessage && (
        <Notice tone="info" title="Payment Canceled">
          You left the checkout before paying. You can pay at any time.
        </Notice>
      )}
      <div role="status" className="hide-empty">
        {failure && (
          <Notice tone="warn" title="Couldn't refresh">
            {withReason(failure, 'This may be out of date.')} <Age updatedAt={updatedAt} />
          </Notice>
        )}
      </div>
      {priceChangeMessage && <Notice tone="warn">{priceChangeMessage}</Notice>}
      <div className="card overflow-hidden">
        <Rows
          rows={[
            { label: 'For', value: payment.description },
            referenceRow(referenceOf(payment)),
            trackingNumberRow(trackingNumber),
            {
              label: AMOUNT_LABELS[isConfirming ? 'processing' : status],
              value: <span className="font-bold">{price}</span>,
            },
          ]}
        />
      </div>
      <div className="no-print stack gap-2 mt-2">
        {isDue && <ConsumerRights vatPercent={vatPercent} />}
        {isDue && (
          <OnlineButton
            variant="filled"
            reason="Paying needs a connection."
            loading={isStarting}
            slowDetail="The payment page is being prepared."
            leftSection={<Icon name="card" />}
            onClick={onPay}
          >
            {`Pay ${price}`}
          </OnlineButton>
        )}
        {trackingNumber && (
          <ButtonLink to="/tracking" search={{ guid: trackingNumber }}>
            Track Package
          </ButtonLink>
        )}
        <HomeLink />
      </div>
      <GuestPaymentHistory history={payment.history ?? []} />
    </PaymentColumn>
  );
}

const REFUND_STATES: Record<string, string> = {
  due: 'we are sending it',
  pending: 'on its way, which may take up to 10 days',
  failed: 'did not arrive, so please contact support',
  done: 'sent back to you',
  settled: 'made in another way',
};

/** What a guest has paid and got back, with the receipt and the credit notes, as print pages of the server. (PAY-93) */
function GuestPaymentHistory({ history }: { history: readonly MoneyMovement[] }) {
  if (history.length === 0) return null;
  return (
    <section className="stack gap-2 mt-4">
      <h2>Payments and refunds</h2>
      <div className="card">
        <Rows rows={history.map((movement, index) => rowOf(movement, index))} />
      </div>
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
      <DocumentLink href={href}>{isPayment ? 'View receipt' : 'View credit note'}</DocumentLink>
    ),
  };
}
