import { RouteCard } from '../../components/RouteCard.tsx';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { deliveryCardOf } from '../../domain/delivery-card.ts';
import { CardLink } from '../../ui/Card.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useNow } from '../../ui/use-now.ts';
import classes from './DeliveryCard.module.css';
import { useRequestAgain } from './use-request-again.ts';

type DeliveryCardProps = { delivery: DeliveryRequest; updatedAt: number | undefined };

/** One delivery in the list: the whole card links to its details, and a button orders it again. (PRD-87) */
export function DeliveryCard({ delivery, updatedAt }: DeliveryCardProps) {
  const now = useNow();
  const requestAgain = useRequestAgain();
  const card = deliveryCardOf(delivery, now);
  return (
    <div className="relative">
      <CardLink to="/deliveries/$deliveryId" params={{ deliveryId: String(delivery.id) }}>
        <RouteCard {...card} updatedAt={updatedAt} action={<span className={classes.space} />} />
      </CardLink>
      <IconButton
        icon="return"
        label={`Send again: ${card.from.title} to ${card.to.title}`}
        className={classes.again ?? ''}
        onClick={() => requestAgain(delivery)}
      />
    </div>
  );
}
