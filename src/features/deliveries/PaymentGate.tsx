import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { SignInPrompt } from '../../components/SignInPrompt.tsx';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { useApp } from '../../stores/app.ts';
import { useDialogs } from '../../stores/dialogs.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StillTrying } from '../../ui/StillTrying.tsx';
import { useDeliveryById } from '../../use-cases/deliveries/use-delivery-by-id.ts';
import classes from './PaymentGate.module.css';

type PaymentGateProps = {
  /** As it stands in the URL. */
  deliveryId: string;
  title: string;
  children: (delivery: DeliveryRequest) => ReactNode;
};

/** Shows a payment screen once its delivery is known, and says why where it is not. */
export function PaymentGate({ deliveryId, title, children }: PaymentGateProps) {
  const { state, refresh, stopWaiting } = useDeliveryById(deliveryId);
  const openAuth = useDialogs((dialogs) => dialogs.openAuth);
  const isReachable = useApp((app) => app.isReachable);
  switch (state.kind) {
    case 'known':
      return <div className={classes.page}>{children(state.delivery)}</div>;
    case 'loading':
      return (
        <div className={classes.page} aria-busy="true">
          <PageHeading>{title}</PageHeading>
          <p role="status">Loading this delivery</p>
          <Skeleton width={60} />
          <Skeleton width={80} />
          <StillTrying isPending onCancel={stopWaiting} />
        </div>
      );
    case 'signedOut':
      return (
        <>
          <PageHeading>{title}</PageHeading>
          <SignInPrompt
            title="Log in to see this payment"
            text="Only the account that requested a delivery can pay for it."
            onLogin={() => openAuth('login')}
            onRegister={() => openAuth('register')}
          />
        </>
      );
    case 'missing':
      return (
        <EmptyState
          illustration="lost"
          level={1}
          title="Delivery Not Found"
          text="The requested delivery could not be found"
        >
          <ButtonLink to="/deliveries">Back to My Deliveries</ButtonLink>
        </EmptyState>
      );
    case 'unreachable':
      return (
        <EmptyState
          illustration="lost"
          level={1}
          title="We could not load this delivery"
          text={
            isReachable
              ? 'The server could not answer. Try again in a moment.'
              : 'There is no connection, and this delivery is not kept on this device yet.'
          }
        >
          <Button onClick={() => void refresh()}>Try again</Button>
        </EmptyState>
      );
  }
}
