import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { brandName } from '../../contract/card-format.ts';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import type { PaymentMethod } from '../../contract/payment.ts';
import { unclearEndsOf } from '../../domain/unclear-places.ts';
import { useLoaders } from '../../stores/loaders.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OnlineButton } from '../../ui/OnlineButton.tsx';
import { payWithSavedCard } from '../../use-cases/payments/pay-with-saved-card.ts';
import { useDefaultCard } from '../../use-cases/payments/use-default-card.ts';
import { PayButton, payLabel } from './PayButton.tsx';

/** Offers the default card, if there is one, and the checkout page for any other card. */
export function PaymentOptions({ delivery }: { delivery: DeliveryRequest }) {
  const { isLoading, card } = useDefaultCard();
  if (unclearEndsOf(delivery).length > 0) return <PayButton delivery={delivery} />;
  if (card === undefined || typeof delivery.estimatedPrice !== 'number') {
    return (
      <>
        <PayButton delivery={delivery} isPreparing={isLoading} />
        <p className="mt-2 size-sm text-muted text-center">
          You'll pay by card on a secure page, then come straight back here.
        </p>
      </>
    );
  }
  return (
    <>
      <SavedCardButton delivery={delivery} card={card} />
      <PayButton delivery={delivery} variant="default" label="Another card" />
      <p className="mt-2 size-sm text-muted text-center">Your bank may ask you to confirm the payment.</p>
    </>
  );
}

type SavedCardButtonProps = { delivery: DeliveryRequest; card: PaymentMethod };

function SavedCardButton({ delivery, card }: SavedCardButtonProps) {
  const navigate = useNavigate();
  const isPaying = useLoaders(({ loading }) => loading[`pay-${delivery.id}`] === true);
  const [failure, setFailure] = useState<string>();
  const [isChecking, setIsChecking] = useState(false);
  const pay = async () => {
    if (isPaying) return;
    setFailure(undefined);
    const result = await payWithSavedCard(delivery, card.id, () => setIsChecking(true));
    setIsChecking(false);
    if (result.kind === 'failed') setFailure(result.message);
    if (result.kind !== 'paid') return;
    const params = { deliveryId: String(delivery.id) };
    void navigate({ to: '/deliveries/$deliveryId/payment/success', params });
  };
  return (
    <>
      {failure !== undefined && (
        <Notice tone="error" role="alert">
          {failure}
        </Notice>
      )}
      {isChecking && (
        <Notice tone="info" title="We're checking with your bank" role="status">
          This takes up to half a minute. Please don't pay again.
        </Notice>
      )}
      <OnlineButton
        reason="Paying needs a connection."
        loading={isPaying}
        slowDetail="Your bank is checking the payment. Your card is charged only once."
        leftSection={<Icon name="card" />}
        onClick={() => void pay()}
      >
        {`${payLabel(delivery)} with ${brandName(card.brand)} ${card.last4}`}
      </OnlineButton>
    </>
  );
}
