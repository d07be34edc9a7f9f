import { formatMoney } from '../../domain/format.ts';
import { paymentStateOf } from '../../domain/payment-state.ts';
import { routeTitle } from '../../domain/place-labels.ts';
import { requestOfEntry, type SentEntry } from '../../outbox/entry.ts';
import { useDelivery } from '../../stores/delivery.ts';
import { useOutbox } from '../../stores/outbox.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import classes from './SentRequests.module.css';

const SHOWN_MAX = 3;

/** Stays until the person dismisses it, because they may have put the device away while the request waited. */
export function SentCard() {
  const announced = useOutbox((state) => state.announced);
  const dismiss = useOutbox((state) => state.dismissAnnounced);
  const hidden = announced.length - SHOWN_MAX;
  return (
    <div className={classes.card}>
      <Icon name="check" />
      <ul className={classes.list}>
        {announced.slice(0, SHOWN_MAX).map((entry) => (
          <SentRequest key={entry.id} entry={entry} />
        ))}
        {hidden > 0 && <li>{`${hidden} more ${hidden === 1 ? 'request was' : 'requests were'} sent.`}</li>}
      </ul>
      <IconButton icon="close" label="Dismiss what was sent" onClick={dismiss} />
    </div>
  );
}

function SentRequest({ entry }: { entry: SentEntry }) {
  const { answer, intent } = entry;
  const known = useDelivery(({ list }) => list.find(({ id }) => id === answer.id));
  const sentence = `Sent: ${routeTitle(requestOfEntry(entry))}.`;
  if (!('pickUpSnapshot' in answer)) {
    const email = intent.kind === 'submitGuestRequest' ? intent.body.email : '';
    return (
      <li>
        <p>
          <b>{sentence}</b>
          {` Reference ${answer.id}. `}
          {email === ''
            ? 'We check the request next. Keep the reference to ask about it.'
            : `We check the request next and email the tracking number to ${email}.`}
        </p>
      </li>
    );
  }
  const delivery = known ?? answer;
  const { id, estimatedPrice, currency } = delivery;
  const isDue = paymentStateOf(delivery) === 'due';
  const price = typeof estimatedPrice === 'number' ? ` ${formatMoney(estimatedPrice, currency)}` : '';
  return (
    <li className={classes.row}>
      <p>
        <b>{sentence}</b>
      </p>
      <ButtonLink
        size="sm"
        to={isDue ? '/deliveries/$deliveryId/payment' : '/deliveries/$deliveryId'}
        params={{ deliveryId: String(id) }}
      >
        {isDue ? `Pay${price}` : 'View delivery'}
      </ButtonLink>
    </li>
  );
}
