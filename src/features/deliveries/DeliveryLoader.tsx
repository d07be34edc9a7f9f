import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { LoginPrompt } from '../../components/LoginPrompt.tsx';
import { SessionSwitch } from '../../components/SessionSwitch.tsx';
import { SkeletonCard } from '../../components/SkeletonCard.tsx';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { explainMissing } from '../../domain/read-failure.ts';
import { useDialogs } from '../../stores/dialogs.ts';
import { useAccount } from '../../stores/user.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ButtonLink } from '../../ui/Links.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { StillTrying } from '../../ui/StillTrying.tsx';
import { useDeliveryById } from '../../use-cases/deliveries/use-delivery-by-id.ts';

type DeliveryLoaderProps = {
  /** The id as it is in the URL. */
  deliveryId: string;
  /** The page's heading while there is no delivery to show. */
  title: string;
  /** What a user must also know if the delivery cannot be loaded. */
  reassurance?: string;
  children: (delivery: DeliveryRequest, updatedAt: number | undefined) => ReactNode;
};

/** Renders its children once the delivery is loaded; until then it shows the loading, login or error state. */
export function DeliveryLoader({ deliveryId, title, reassurance, children }: DeliveryLoaderProps) {
  const { state, retry, stopWaiting } = useDeliveryById(deliveryId);
  const account = useAccount();
  return (
    <>
      {state.kind === 'loading' && <PageHeading>{title}</PageHeading>}
      <SessionSwitch
        account={account}
        guest={
          <LoginPrompt
            title="Log in to see this delivery"
            text="Only the account that requested a delivery can view it and pay for it."
            onOpen={useDialogs.getState().openAuth}
          />
        }
        customer={renderState()}
      />
    </>
  );

  function renderState(): ReactNode {
    switch (state.kind) {
      case 'loaded':
        return children(state.delivery, state.updatedAt);
      case 'loading':
        return (
          <div className="stack content-start gap-5 min-h-page mt-5">
            <span className="sr-only" role="status">
              Loading this delivery
            </span>
            <SkeletonCard />
            <StillTrying isPending onCancel={stopWaiting} detail={reassurance} />
          </div>
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
            text={[explainMissing(state.failure, 'this delivery'), reassurance].filter(Boolean).join(' ')}
          >
            <Button onClick={retry}>Try again</Button>
            <ButtonLink to="/deliveries" variant="default">
              Back to My Deliveries
            </ButtonLink>
          </EmptyState>
        );
    }
  }
}
