import type { ReactNode } from 'react';
import { useApp } from '../../stores/app.ts';
import { useLoaders } from '../../stores/loaders.ts';
import { Icon } from '../../ui/Icon.tsx';
import { OnlineButton } from '../../ui/OnlineButton.tsx';
import { startCheckout } from '../../use-cases/payments/checkout.ts';

/** Makes a payment session and leaves for the checkout. */
export function PayButton({ id, children }: { id: number; children: ReactNode }) {
  const isReachable = useApp(({ isReachable }) => isReachable);
  const isPaying = useLoaders(({ loading }) => loading[`pay-${id}`] === true);
  return (
    <OnlineButton
      isReachable={isReachable}
      reason="Paying needs a connection."
      loading={isPaying}
      leftSection={<Icon name="card" />}
      onClick={() => void startCheckout(id)}
    >
      {children}
    </OnlineButton>
  );
}
