import { Button } from '@mantine/core';
import { RouteCard } from '../../components/RouteCard.tsx';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { deliveryCardOf } from '../../domain/delivery-card.ts';
import { routeTitle } from '../../domain/place-labels.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Card } from '../../ui/Card.tsx';
import { useNow } from '../../ui/use-now.ts';

type TrackedDeliveryProps = {
  delivery: DeliveryRequest;
  updatedAt: number | undefined;
  isTracked: boolean;
  onTrack: (guid: string) => void;
};

export function TrackedDelivery({ delivery, updatedAt, isTracked, onTrack }: TrackedDeliveryProps) {
  const now = useNow();
  const guid = delivery.order?.guid;
  const title = routeTitle(delivery);
  return (
    <Card as="article" aria-label={title}>
      <RouteCard
        {...deliveryCardOf(delivery, now)}
        updatedAt={updatedAt}
        isNarrow
        action={
          <>
            {guid ? (
              <Button
                size="sm"
                variant="default"
                aria-label={`Track ${title}`}
                aria-pressed={isTracked}
                onClick={() => onTrack(guid)}
              >
                Track
              </Button>
            ) : (
              <span className={`size-sm text-muted self-center`}>No tracking number yet</span>
            )}
            <ButtonLink
              size="sm"
              variant="subtle"
              to="/deliveries/$deliveryId"
              params={{ deliveryId: String(delivery.id) }}
              aria-label={`Details of ${title}`}
            >
              Details
            </ButtonLink>
          </>
        }
      />
    </Card>
  );
}
