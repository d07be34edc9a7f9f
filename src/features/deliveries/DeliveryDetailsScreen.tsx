import { Button } from '@mantine/core';
import { SignInPrompt } from '../../components/SignInPrompt.tsx';
import { SkeletonCard } from '../../components/SkeletonCard.tsx';
import { useApp } from '../../stores/app.ts';
import { useDialogs } from '../../stores/dialogs.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { StillTrying } from '../../ui/StillTrying.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useDeliveryById } from '../../use-cases/deliveries/use-delivery-by-id.ts';
import { DeliveryDetails } from './DeliveryDetails.tsx';
import type { DetailsTab } from './details-tabs.ts';

type DeliveryDetailsScreenProps = {
  /** As it stands in the URL. */
  deliveryId: string;
  tab: DetailsTab;
  onTabChange: (tab: DetailsTab) => void;
};

export function DeliveryDetailsScreen({ deliveryId, tab, onTabChange }: DeliveryDetailsScreenProps) {
  const { state, refresh, stopWaiting } = useDeliveryById(deliveryId);
  const openAuth = useDialogs((dialogs) => dialogs.openAuth);
  const isReachable = useApp((app) => app.isReachable);
  switch (state.kind) {
    case 'known':
      return (
        <DeliveryDetails
          key={state.delivery.id}
          delivery={state.delivery}
          updatedAt={state.updatedAt}
          tab={tab}
          onTabChange={onTabChange}
        />
      );
    case 'loading':
      return (
        <>
          <PageHeading title="Delivery Details">Delivery Details</PageHeading>
          <VisuallyHidden>
            <span role="status">Loading this delivery</span>
          </VisuallyHidden>
          <SkeletonCard />
          <StillTrying isPending onCancel={stopWaiting} />
        </>
      );
    case 'signedOut':
      return (
        <>
          <PageHeading>Delivery Details</PageHeading>
          <SignInPrompt
            title="Log in to see this delivery"
            text="Only the account that requested a delivery can see its details."
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
          <ButtonLink to="/deliveries" variant="default">
            Back to My Deliveries
          </ButtonLink>
        </EmptyState>
      );
  }
}
