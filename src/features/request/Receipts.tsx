import { useEffect, useId, useState } from 'react';
import { formatDateTime, formatMoney, isOld } from '../../domain/format.ts';
import { headline } from '../../domain/place-words.ts';
import { bringReceiptBack, forgetPutAway, putReceiptAway, shownReceipts } from '../../flows/receipts.ts';
import { requestOf, type SentEntry } from '../../outbox/entry.ts';
import { useOutbox } from '../../stores/outbox.ts';
import { Card } from '../../ui/Card.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { RouteLine } from '../../ui/RouteLine.tsx';
import { TextButton, TextLink } from '../../ui/TextLink.tsx';
import { useNow } from '../../ui/use-now.ts';
import classes from './Receipts.module.css';

type ReceiptsProps = {
  /** The newest stands above the form for a while; the others, and later all of them, below. */
  which: 'fresh' | 'older';
};

/** What this device knows of requests that a visitor sent: there is no account that would. */
export function Receipts({ which }: ReceiptsProps) {
  const known = useOutbox((state) => state.receipts);
  const putAway = useOutbox((state) => state.putAway);
  const now = useNow(60_000);
  const headingId = useId();
  const isFresh = (entry: SentEntry, index: number) => index === 0 && !isOld(entry.sentAt, now);
  const receipts = shownReceipts(known, putAway).filter(
    (entry, index) => isFresh(entry, index) === (which === 'fresh'),
  );
  useEffect(() => forgetPutAway, []);
  if (receipts.length === 0) return null;
  return (
    <section className={classes.receipts} aria-labelledby={headingId}>
      <h2 id={headingId}>{which === 'fresh' ? 'We received your request' : 'Requests you have sent'}</h2>
      <ul className={classes.list}>
        {receipts.map((entry) => (
          <Receipt key={entry.id} entry={entry} isAway={putAway.includes(entry)} />
        ))}
      </ul>
    </section>
  );
}

function Receipt({ entry, isAway }: { entry: SentEntry; isAway: boolean }) {
  const { quote } = entry;
  const [wasAway, setWasAway] = useState(isAway);
  if (isAway && !wasAway) setWasAway(true);
  const { intent } = entry;
  const email = intent.kind === 'submitGuestRequest' ? intent.body.email : undefined;
  if (isAway) {
    return (
      <Card as="li" className={classes.away ?? ''}>
        <span role="status">{`Receipt ${entry.answer.id} put away. We still deal with the request.`}</span>
        <TextButton autoFocus onClick={() => void bringReceiptBack(entry)}>
          Undo
        </TextButton>
      </Card>
    );
  }
  return (
    <Card as="li" className={classes.receipt}>
      <RouteLine className={classes.line} />
      <div className={classes.words}>
        <b>{headline(requestOf(entry))}</b>
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
        autoFocus={wasAway}
        label={`Put receipt ${entry.answer.id} away`}
        onClick={() => void putReceiptAway(entry)}
      />
    </Card>
  );
}
