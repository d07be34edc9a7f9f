import { RECORD_OLD_MS } from '../../contract/constants.ts';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { deliveryCardOf } from '../../domain/delivery-card.ts';
import { CardLink } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { RouteCard } from '../../ui/RouteCard.tsx';
import { useNow } from '../../ui/use-now.ts';

type Props = { delivery: DeliveryRequest; updatedAt: number | undefined };

/** One delivery of the list: as a whole a link to its details. */
export function DeliveryCard({ delivery, updatedAt }: Props) {
  const now = useNow();
  return (
    <CardLink to="/deliveries/$deliveryId" params={{ deliveryId: String(delivery.id) }}>
      <RouteCard
        {...deliveryCardOf(delivery, now)}
        at={updatedAt}
        oldAfter={RECORD_OLD_MS}
        go={<Icon name="next" />}
      />
    </CardLink>
  );
}
