import type { ReactNode } from 'react';
import { useApp } from '../../stores/app.ts';
import { useLoaders } from '../../stores/loaders.ts';
import { OnlineButton } from '../../ui/OnlineButton.tsx';
import { startCheckout } from '../../use-cases/payments/checkout.ts';

type CheckoutButtonProps = { id: number; variant?: 'filled' | 'default'; children: ReactNode };

/** Makes a payment session and leaves for the checkout. */
export function CheckoutButton({ id, variant = 'filled', children }: CheckoutButtonProps) {
  const isReachable = useApp(({ isReachable }) => isReachable);
  const isPaying = useLoaders(({ loading }) => loading[`pay-${id}`] === true);
  return (
    <OnlineButton
      variant={variant}
      isReachable={isReachable}
      reason="Paying needs a connection."
      loading={isPaying}
      onClick={() => void startCheckout(id)}
    >
      {children}
    </OnlineButton>
  );
}
