import { ConsumerRights } from '../../components/ConsumerRights.tsx';
import { RefreshLine } from '../../components/RefreshLine.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { statusOf } from '../../domain/delivery-list.ts';
import { type PaymentState, paymentStateOf } from '../../domain/payment-state.ts';
import { routeTitle } from '../../domain/place-labels.ts';
import { badgeOf } from '../../domain/status-styles.ts';
import { useApp } from '../../stores/app.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { checkDelivery } from '../../use-cases/deliveries/check-for-changes.ts';
import { usePriceChangeMessage } from '../../use-cases/payments/use-price-change.ts';
import { useRefresh } from '../../use-cases/use-refresh.ts';
import { PaymentOptions } from './PaymentOptions.tsx';
import { DetailsLink, PaymentPage } from './PaymentPage.tsx';
import { PaymentSummary } from './PaymentSummary.tsx';
import { UnclearPlacesNotice } from './UnclearPlaces.tsx';

export function PaymentScreen({ deliveryId }: { deliveryId: string }) {
  return (
    <PaymentPage deliveryId={deliveryId} title="Payment">
      {(delivery, updatedAt) => (
        <PaymentDetails key={delivery.id} delivery={delivery} updatedAt={updatedAt} />
      )}
    </PaymentPage>
  );
}

const PAYMENT_TEXT: Record<PaymentState, { amountLabel: string; text: (route: string) => string }> = {
  due: { amountLabel: 'Amount due', text: (route) => `For your delivery ${route}.` },
  paid: { amountLabel: 'Paid', text: (route) => `Your delivery ${route} is paid.` },
  none: { amountLabel: 'Price', text: (route) => `Your delivery ${route} was cancelled.` },
};

type PaymentDetailsProps = { delivery: DeliveryRequest; updatedAt: number | undefined };

function PaymentDetails({ delivery, updatedAt }: PaymentDetailsProps) {
  const { id } = delivery;
  // The cached delivery may have been paid on another device in the meantime.
  const refreshState = useRefresh({
    check: () => checkDelivery(id),
    intervalMs: undefined,
    isCheckedOnMount: true,
  });
  const state = paymentStateOf(delivery);
  const priceChangeMessage = usePriceChangeMessage(delivery);
  const isDue = state === 'due';
  const vatPercent = useApp(({ config }) => config.tariff?.vatPercent ?? 0);
  const { amountLabel, text } = PAYMENT_TEXT[state];
  return (
    <>
      <PageHeading title="Payment">{isDue ? 'Payment' : 'Nothing to pay'}</PageHeading>
      <div className="stack justify-items-start gap-3 text-soft wrap-anywhere">
        <p>{text(routeTitle(delivery))}</p>
        <StatusBadge {...badgeOf(statusOf(delivery))} />
      </div>
      <PaymentSummary delivery={delivery} amountLabel={amountLabel} />
      <RefreshLine updatedAt={updatedAt} refreshState={refreshState} />
      {isDue && <UnclearPlacesNotice delivery={delivery} />}
      {priceChangeMessage && <Notice tone="warn">{priceChangeMessage}</Notice>}
      <div className="stack gap-2 w-full mt-4">
        {isDue && <ConsumerRights vatPercent={vatPercent} />}
        {isDue && <PaymentOptions delivery={delivery} />}
        <DetailsLink delivery={delivery} variant={isDue ? 'default' : 'filled'} />
      </div>
    </>
  );
}
