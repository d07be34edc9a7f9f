import type { ReactNode } from 'react';
import { useApp } from '../../stores/app.ts';
import { useLoaders } from '../../stores/loaders.ts';
import { Icon } from '../../ui/Icon.tsx';
import { OnlineButton } from '../../ui/OnlineButton.tsx';
import { startCheckout } from '../../use-cases/payments/checkout.ts';

type PayButtonProps = {
  id: number;
  variant?: 'filled' | 'default';
  /** Whether it is not known yet which ways to pay there are. */
  isPreparing?: boolean;
  children: ReactNode;
};

/** Creates a payment session for the delivery and redirects to the checkout. */
export function PayButton({ id, variant = 'filled', isPreparing = false, children }: PayButtonProps) {
  const isReachable = useApp(({ isReachable }) => isReachable);
  const isStarting = useLoaders(({ loading }) => loading[`pay-${id}`] === true);
  return (
    <OnlineButton
      variant={variant}
      isReachable={isReachable}
      reason="Paying needs a connection."
      loading={isStarting || isPreparing}
      slowDetail="Your delivery has been created. Payment is being prepared."
      leftSection={<Icon name="card" />}
      onClick={() => void startCheckout(id)}
    >
      {children}
    </OnlineButton>
  );
}
