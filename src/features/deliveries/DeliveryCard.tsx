import { RouteCard } from '../../components/RouteCard.tsx';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { deliveryCardOf } from '../../domain/delivery-card.ts';
import { CardLink } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useNow } from '../../ui/use-now.ts';

type DeliveryCardProps = { delivery: DeliveryRequest; updatedAt: number | undefined };

/** One delivery in the list; the whole card links to its details. */
export function DeliveryCard({ delivery, updatedAt }: DeliveryCardProps) {
  const now = useNow();
  return (
    <CardLink to="/deliveries/$deliveryId" params={{ deliveryId: String(delivery.id) }}>
      <RouteCard {...deliveryCardOf(delivery, now)} updatedAt={updatedAt} action={<Icon name="next" />} />
    </CardLink>
  );
}
