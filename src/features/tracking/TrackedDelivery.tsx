import { Button } from '@mantine/core';
import { RECORD_OLD_MS } from '../../contract/constants.ts';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { deliveryCardOf } from '../../domain/delivery-card.ts';
import { headline } from '../../domain/place-words.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Card } from '../../ui/Card.tsx';
import { RouteCard } from '../../ui/RouteCard.tsx';
import { useNow } from '../../ui/use-now.ts';
import classes from './TrackedDelivery.module.css';

type Props = {
  delivery: DeliveryRequest;
  updatedAt: number | undefined;
  isTracked: boolean;
  onTrack: (guid: string) => void;
};

export function TrackedDelivery({ delivery, updatedAt, isTracked, onTrack }: Props) {
  const now = useNow();
  const guid = delivery.order?.guid;
  const what = headline(delivery);
  return (
    <Card as="article" aria-label={what}>
      <RouteCard
        {...deliveryCardOf(delivery, now)}
        at={updatedAt}
        oldAfter={RECORD_OLD_MS}
        isNarrow
        go={
          <>
            {guid ? (
              <Button
                size="sm"
                variant="default"
                aria-label={`Track ${what}`}
                aria-pressed={isTracked}
                onClick={() => onTrack(guid)}
              >
                Track
              </Button>
            ) : (
              <span className={classes.none}>No tracking number yet</span>
            )}
            <ButtonLink
              size="sm"
              variant="subtle"
              to="/deliveries/$deliveryId"
              params={{ deliveryId: String(delivery.id) }}
              aria-label={`Details of ${what}`}
            >
              Details
            </ButtonLink>
          </>
        }
      />
    </Card>
  );
}
