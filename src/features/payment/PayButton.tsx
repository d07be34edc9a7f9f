import type { ReactNode } from 'react';
import { payForDelivery } from '../../flows/pay.ts';
import { useApp } from '../../stores/app.ts';
import { useLoaders } from '../../stores/loaders.ts';
import { OnlineButton } from '../../ui/OnlineButton.tsx';

type Props = { id: number; variant?: 'filled' | 'default'; children: ReactNode };

/** Makes a payment session and leaves for the checkout. */
export function PayButton({ id, variant = 'filled', children }: Props) {
  const isOnline = useApp(({ isReachable }) => isReachable);
  const isPaying = useLoaders(({ loading }) => loading[`pay-${id}`] === true);
  return (
    <OnlineButton
      variant={variant}
      isOnline={isOnline}
      reason="Paying needs a connection."
      loading={isPaying}
      onClick={() => void payForDelivery(id)}
    >
      {children}
    </OnlineButton>
  );
}
