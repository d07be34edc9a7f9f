import type { ReactNode } from 'react';
import { payForDelivery } from '../../flows/pay.ts';
import { useApp } from '../../stores/app.ts';
import { useLoaders } from '../../stores/loaders.ts';
import { Icon } from '../../ui/Icon.tsx';
import { OnlineButton } from '../../ui/OnlineButton.tsx';

/** Makes a payment session and leaves for the checkout. */
export function PayButton({ id, children }: { id: number; children: ReactNode }) {
  const isOnline = useApp(({ isReachable }) => isReachable);
  const isPaying = useLoaders(({ loading }) => loading[`pay-${id}`] === true);
  return (
    <OnlineButton
      isOnline={isOnline}
      reason="Paying needs a connection."
      loading={isPaying}
      leftSection={<Icon name="card" />}
      onClick={() => void payForDelivery(id)}
    >
      {children}
    </OnlineButton>
  );
}
