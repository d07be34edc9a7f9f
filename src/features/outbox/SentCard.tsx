import { formatMoney } from '../../contract/money.ts';
import { paymentStateOf } from '../../domain/payment-state.ts';
import { referenceOf, routeTitle } from '../../domain/place-labels.ts';
import { unclearEndsOf } from '../../domain/unclear-places.ts';
import { requestOfEntry, type SentEntry } from '../../outbox/entry.ts';
import { useDelivery } from '../../stores/delivery.ts';
import { useOutbox } from '../../stores/outbox.ts';
import { Icon, IconButton } from '../../ui/Icon.tsx';
import { ButtonLink } from '../../ui/Links.tsx';
import classes from './SentRequests.module.css';

const SHOWN_MAX = 3;

/** The requests that were sent in the background. The card stays until the user dismisses it. */
export function SentCard() {
  const announced = useOutbox((state) => state.announced);
  const hidden = announced.length - SHOWN_MAX;
  return (
    <div className={`floating page-width items-center gap-3 py-2 text-sm ${classes.card}`}>
      <Icon name="check" />
      <ul className="stack gap-2 wrap-anywhere">
        {announced.slice(0, SHOWN_MAX).map((entry) => (
          <SentRequest key={entry.id} entry={entry} />
        ))}
        {hidden > 0 && <li>{`${hidden} more ${hidden === 1 ? 'request was' : 'requests were'} sent.`}</li>}
      </ul>
      <IconButton icon="close" label="Dismiss" onClick={() => useOutbox.setState({ announced: [] })} />
    </div>
  );
}

function SentRequest({ entry }: { entry: SentEntry }) {
  const { response, intent } = entry;
  const stored = useDelivery(({ list }) => list.find(({ id }) => id === response.id));
  const route = routeTitle(requestOfEntry(entry));
  const title = `Sent: ${route}.`;
  if (entry.kind === 'guest') {
    const email = intent.kind === 'submitGuestRequest' ? intent.body.email : '';
    return (
      <li>
        <p>
          <b>{title}</b>
          {` Reference ${referenceOf(response)}. `}
          {email === ''
            ? 'We will check your request next. Keep the reference in case you contact us.'
            : `We will check your request and email the tracking number to ${email}.`}
        </p>
      </li>
    );
  }
  const delivery = stored ?? entry.response;
  const { id, estimatedPrice, currency } = delivery;
  const isUnclear = unclearEndsOf(delivery).length > 0;
  const isDue = paymentStateOf(delivery) === 'due' && !isUnclear;
  const price = typeof estimatedPrice === 'number' ? ` ${formatMoney(estimatedPrice, currency)}` : '';
  const action = isDue ? `Pay${price}` : isUnclear ? 'Pick the place' : 'View delivery';
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p>
        <b>{title}</b>
      </p>
      <ButtonLink
        size="sm"
        to={isDue ? '/deliveries/$deliveryId/payment' : '/deliveries/$deliveryId'}
        params={{ deliveryId: String(id) }}
        aria-label={`${action}: ${route}`}
      >
        {action}
      </ButtonLink>
    </li>
  );
}
