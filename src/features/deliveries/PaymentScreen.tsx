import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ConsumerRights } from '../../components/ConsumerRights.tsx';
import { RefreshLine } from '../../components/RefreshLine.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { brandName } from '../../contract/card-format.ts';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import type { Payment, PaymentMethod } from '../../contract/payment.ts';
import { PAYMENT_STATUS } from '../../contract/status.ts';
import { statusOf } from '../../domain/delivery-list.ts';
import { paymentLabelOf } from '../../domain/payment-label.ts';
import { type PaymentState, paymentStateOf } from '../../domain/payment-state.ts';
import { routeTitle } from '../../domain/place-labels.ts';
import { badgeOf } from '../../domain/status-styles.ts';
import { unclearEndsOf } from '../../domain/unclear-places.ts';
import { useIsLoading } from '../../stores/loaders.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OnlineButton } from '../../ui/OnlineButton.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { StickyBar } from '../../ui/StickyBar.tsx';
import { refreshDelivery } from '../../use-cases/deliveries/refresh-deliveries.ts';
import { payWithSavedCard } from '../../use-cases/payments/pay-with-saved-card.ts';
import { useDefaultCard } from '../../use-cases/payments/saved-cards.ts';
import { useDeliveryPayment } from '../../use-cases/payments/use-delivery-payment.ts';
import { usePriceChangeMessage } from '../../use-cases/payments/use-price-change.ts';
import { useVatPercent } from '../../use-cases/payments/use-vat-percent.ts';
import { useRefresh } from '../../use-cases/use-refresh.ts';
import { PayButton, payLabel, UnclearPlacesNotice } from './PayButton.tsx';
import { PROCESSING } from './PaymentColumn.tsx';
import { DetailsLink, type PaymentPageProps, PaymentSummary, paymentPage } from './PaymentPage.tsx';
import { isRefunded, isReturned, REFUNDED, RETURNED } from './refunded-payment.ts';

export const PaymentScreen = paymentPage('Payment', PaymentDetails);

type PaymentText = { heading: string; amountLabel: string; text: (route: string) => string };

const PAYMENT_TEXT: Record<PaymentState, PaymentText> = {
  due: { heading: 'Payment', amountLabel: 'Amount due', text: (route) => `For your delivery ${route}.` },
  processing: { heading: PROCESSING.title, amountLabel: 'Amount', text: () => PROCESSING.text },
  paid: {
    heading: 'Nothing to pay',
    amountLabel: 'Paid',
    text: (route) => `Your delivery ${route} is paid.`,
  },
  refunded: {
    heading: 'Nothing to pay',
    amountLabel: 'Refunded',
    text: (route) => `For your delivery ${route}.`,
  },
  none: {
    heading: 'Nothing to pay',
    amountLabel: 'Price',
    text: (route) => `Your delivery ${route} was canceled.`,
  },
};

function PaymentDetails({ delivery: loaded, updatedAt }: PaymentPageProps) {
  const read = useDeliveryPayment(loaded.id);
  const payment = read.kind === 'known' ? read.payment : null;
  const isPaymentProcessing = payment
    ? payment.status === PAYMENT_STATUS.processing
    : loaded.isPaymentProcessing;
  const delivery = { ...loaded, isPaymentProcessing };
  if (isPaymentProcessing && payment) {
    // The price may have changed since.
    Object.assign(delivery, { estimatedPrice: payment.amount, currency: payment.currency });
  }
  // The cached delivery may have been paid on another device in the meantime.
  const refreshState = useRefresh({
    check: () => refreshDelivery(delivery.id),
    statuses: [statusOf(delivery)],
  });
  const state = paymentStateOf(delivery);
  const priceChangeMessage = usePriceChangeMessage(delivery);
  const isDue = state === 'due';
  const vatPercent = useVatPercent();
  const refund = payment ? explainRefund(payment) : undefined;
  const { heading, amountLabel, text } =
    PAYMENT_TEXT[state === 'paid' && refund === REFUNDED ? 'refunded' : state];
  return (
    <>
      <PageHeading title="Payment">{heading}</PageHeading>
      <div className="stack justify-items-start gap-3 text-soft wrap-anywhere">
        <p>{text(routeTitle(delivery))}</p>
        <StatusBadge {...badgeOf(statusOf(delivery))} />
      </div>
      {/* On a phone, the bar with the main action would cover it below the summary. */}
      {refund?.text && <Notice title={refund.title}>{refund.text}</Notice>}
      <PaymentSummary delivery={delivery} amountLabel={amountLabel} />
      <RefreshLine updatedAt={updatedAt} refreshState={refreshState} />
      {isDue && <UnclearPlacesNotice delivery={delivery} />}
      {priceChangeMessage && <Notice tone="warn">{priceChangeMessage}</Notice>}
      <div className="stack gap-2 w-full mt-4">
        {isDue && <ConsumerRights vatPercent={vatPercent} />}
        {isDue && <PaymentOptions delivery={delivery} />}
        {isDue ? (
          <DetailsLink delivery={delivery} />
        ) : (
          <MainActionBar>
            <DetailsLink delivery={delivery} variant="filled" />
          </MainActionBar>
        )}
      </div>
    </>
  );
}

/** Money may be on its way back, for example after a change or a cancellation. */
function explainRefund(payment: Payment): { title?: string; text: string | undefined } {
  if (isReturned(payment)) return RETURNED;
  return isRefunded(payment) ? REFUNDED : { text: paymentLabelOf(payment).note };
}

/** Offers the default card, if there is one, and the checkout page for any other card. */
function PaymentOptions({ delivery }: { delivery: DeliveryRequest }) {
  const { isLoading, card } = useDefaultCard();
  if (unclearEndsOf(delivery).length > 0) return <PayButton delivery={delivery} />;
  if (card === undefined || typeof delivery.estimatedPrice !== 'number') {
    return (
      <>
        <p className="mb-2 size-sm text-muted">
          You'll pay by card on a secure page, then come straight back here.
        </p>
        <MainActionBar>
          <PayButton delivery={delivery} isPreparing={isLoading} />
        </MainActionBar>
      </>
    );
  }
  return (
    <>
      <p className="mb-2 size-sm text-muted">Your bank may ask you to confirm the payment.</p>
      <SavedCardButton delivery={delivery} card={card} />
      <PayButton delivery={delivery} variant="default" label="Another card" />
    </>
  );
}

/** The next action is in sight on a phone. (LAY-48) */
function MainActionBar({ children }: { children: ReactNode }) {
  return (
    <StickyBar>
      <div className="stack flex-1">{children}</div>
    </StickyBar>
  );
}

function SavedCardButton({ delivery, card }: { delivery: DeliveryRequest; card: PaymentMethod }) {
  const router = useRouter();
  const isPaying = useIsLoading(`charge-${delivery.id}`);
  const isOpeningCheckout = useIsLoading(`pay-${delivery.id}`);
  const [failure, setFailure] = useState<string>();
  const [isChecking, setIsChecking] = useState(false);
  const pay = async () => {
    if (isPaying) return;
    setFailure(undefined);
    const { pathname } = router.state.location;
    const result = await payWithSavedCard(delivery, card.id, () => setIsChecking(true));
    setIsChecking(false);
    if (result.kind === 'failed') setFailure(result.message);
    if (result.kind !== 'paid') return;
    if (router.state.location.pathname !== pathname) {
      // On another page, the user may be typing by now.
      void refreshDelivery(delivery.id);
      return;
    }
    const params = { deliveryId: String(delivery.id) };
    void router.navigate({ to: '/deliveries/$deliveryId/payment/success', params });
  };
  return (
    <>
      {failure !== undefined && (
        <Notice tone="error" role="alert">
          {failure}
        </Notice>
      )}
      <div role="status" className="hide-empty">
        {isChecking && (
          <Notice tone="info" title="We're checking with your bank">
            This takes up to half a minute. Please don't pay again.
          </Notice>
        )}
      </div>
      <MainActionBar>
        <OnlineButton
          reason="Paying needs a connection."
          loading={isPaying}
          disabled={isOpeningCheckout && !isPaying}
          slowDetail="Your bank is checking the payment. Your card is charged only once."
          leftSection={<Icon name="card" />}
          onClick={() => void pay()}
        >
          {`${payLabel(delivery)} with ${brandName(card.brand)} ${card.last4}`}
        </OnlineButton>
      </MainActionBar>
    </>
  );
}
