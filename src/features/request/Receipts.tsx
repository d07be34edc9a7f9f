import { useEffect, useId, useState } from 'react';
import { RouteLine } from '../../components/RouteLine.tsx';
import { formatDateTime, formatMoney, isRecordStale } from '../../domain/format.ts';
import { routeTitle } from '../../domain/place-labels.ts';
import { requestOfEntry, type SentEntry } from '../../outbox/entry.ts';
import { useOutbox } from '../../stores/outbox.ts';
import { Card } from '../../ui/Card.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { TextButton, TextLink } from '../../ui/TextLink.tsx';
import { useNow } from '../../ui/use-now.ts';
import {
  clearHiddenReceipts,
  hideReceipt,
  mergeReceipts,
  restoreReceipt,
} from '../../use-cases/outbox/receipts.ts';
import classes from './Receipts.module.css';

type ReceiptsProps = {
  /** The newest stands above the form for a while; the others, and later all of them, below. */
  which: 'fresh' | 'older';
};

/** What this device knows of requests that a visitor sent: there is no account that would. */
export function Receipts({ which }: ReceiptsProps) {
  const allReceipts = useOutbox((state) => state.receipts);
  const hiddenReceipts = useOutbox((state) => state.hiddenReceipts);
  const now = useNow(60_000);
  const headingId = useId();
  const isFresh = (entry: SentEntry, index: number) => index === 0 && !isRecordStale(entry.sentAt, now);
  const receipts = mergeReceipts(allReceipts, hiddenReceipts).filter(
    (entry, index) => isFresh(entry, index) === (which === 'fresh'),
  );
  useEffect(() => clearHiddenReceipts, []);
  if (receipts.length === 0) return null;
  return (
    <section className={classes.receipts} aria-labelledby={headingId}>
      <h2 id={headingId}>{which === 'fresh' ? 'We received your request' : 'Requests you have sent'}</h2>
      <ul className={classes.list}>
        {receipts.map((entry) => (
          <Receipt key={entry.id} entry={entry} isAway={hiddenReceipts.includes(entry)} />
        ))}
      </ul>
    </section>
  );
}

function Receipt({ entry, isAway: isHidden }: { entry: SentEntry; isAway: boolean }) {
  const { quote } = entry;
  const [wasHidden, setWasHidden] = useState(isHidden);
  if (isHidden && !wasHidden) setWasHidden(true);
  const { intent } = entry;
  const email = intent.kind === 'submitGuestRequest' ? intent.body.email : undefined;
  if (isHidden) {
    return (
      <Card as="li" className={classes.away ?? ''}>
        <span role="status">{`Receipt ${entry.answer.id} put away. We still deal with the request.`}</span>
        <TextButton autoFocus onClick={() => void restoreReceipt(entry)}>
          Undo
        </TextButton>
      </Card>
    );
  }
  return (
    <Card as="li" className={classes.receipt}>
      <RouteLine className={classes.line} />
      <div className={classes.words}>
        <b>{routeTitle(requestOfEntry(entry))}</b>
        <small>{`Reference ${entry.answer.id} · ${formatDateTime(entry.sentAt) ?? ''}`}</small>
        {email && (
          <small>
            {`Once it is accepted, the tracking number is mailed to ${email}. `}
            <TextLink to="/tracking">Track Package</TextLink>
          </small>
        )}
      </div>
      {quote && (
        <div className={classes.price}>
          <b>{formatMoney(quote.estimatedPrice, quote.currency)}</b>
          <small>estimated</small>
        </div>
      )}
      <IconButton
        icon="close"
        // Undo was pressed here: the focus stays.
        autoFocus={wasHidden}
        label={`Put receipt ${entry.answer.id} away`}
        onClick={() => void hideReceipt(entry)}
      />
    </Card>
  );
}
