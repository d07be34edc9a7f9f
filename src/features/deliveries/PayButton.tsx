import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { formatMoney } from '../../domain/money.ts';
import { unclearEndsOf } from '../../domain/unclear-places.ts';
import { useLoaders } from '../../stores/loaders.ts';
import { Icon } from '../../ui/Icon.tsx';
import { OnlineButton } from '../../ui/OnlineButton.tsx';
import { startCheckout } from '../../use-cases/payments/checkout.ts';
import { PAY_IS_CLOSED } from './UnclearPlaces.tsx';

type PayButtonProps = {
  delivery: DeliveryRequest;
  variant?: 'filled' | 'default';
  /** Whether it is not known yet which ways to pay there are. */
  isPreparing?: boolean;
  /** By default it names the price. */
  label?: string;
};

/** Creates a payment session for the delivery and redirects to the checkout, unless a place of it is unclear. */
export function PayButton({ delivery, variant = 'filled', isPreparing = false, label }: PayButtonProps) {
  const { id } = delivery;
  const isUnclear = unclearEndsOf(delivery).length > 0;
  const isStarting = useLoaders(({ loading }) => loading[`pay-${id}`] === true);
  return (
    <OnlineButton
      variant={variant}
      reason={isUnclear ? PAY_IS_CLOSED : 'Paying needs a connection.'}
      blockedIcon={isUnclear ? 'pin' : undefined}
      loading={isStarting || isPreparing}
      slowDetail="Your delivery has been created. Payment is being prepared."
      leftSection={<Icon name="card" />}
      onClick={() => void startCheckout(id)}
    >
      {label ?? payLabel(delivery)}
    </OnlineButton>
  );
}

/** "Pay €18.40". */
export function payLabel({ estimatedPrice, currency }: DeliveryRequest): string {
  return typeof estimatedPrice === 'number' ? `Pay ${formatMoney(estimatedPrice, currency)}` : 'Pay';
}
