import { useId } from 'react';
import { formatDateTime, formatMoney, isOld } from '../../domain/format.ts';
import { headline } from '../../domain/place-words.ts';
import { requestOf, type SentEntry } from '../../outbox/entry.ts';
import { useDrafts } from '../../stores/drafts.ts';
import { useOutbox } from '../../stores/outbox.ts';
import { Card } from '../../ui/Card.tsx';
import { RouteLine } from '../../ui/RouteLine.tsx';
import { useNow } from '../../ui/use-now.ts';
import classes from './Receipts.module.css';

type ReceiptsProps = {
  /** The newest stands above the form for a while; the others, and later all of them, below. */
  which: 'fresh' | 'older';
};

/** What this device knows of requests that a visitor sent: there is no account that would. */
export function Receipts({ which }: ReceiptsProps) {
  const all = useOutbox((state) => state.receipts);
  const now = useNow(60_000);
  const headingId = useId();
  const isFresh = (entry: SentEntry, index: number) => index === 0 && !isOld(entry.sentAt, now);
  const receipts = all.filter((entry, index) => isFresh(entry, index) === (which === 'fresh'));
  if (receipts.length === 0) return null;
  return (
    <section className={classes.receipts} aria-labelledby={headingId}>
      <h2 id={headingId}>{which === 'fresh' ? 'We received your request' : 'Requests you have sent'}</h2>
      <ul className={classes.list}>
        {receipts.map((entry) => (
          <Receipt key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  );
}

function Receipt({ entry }: { entry: SentEntry }) {
  const price = useDrafts(({ prices }) => prices[entry.id]);
  return (
    <Card as="li" className={classes.receipt}>
      <RouteLine className={classes.line} />
      <div className={classes.words}>
        <b>{headline(requestOf(entry))}</b>
        <small>{`Reference ${entry.answer.id} · ${formatDateTime(entry.sentAt) ?? ''}`}</small>
      </div>
      {price && (
        <div className={classes.price}>
          <b>{formatMoney(price.estimatedPrice, price.currency)}</b>
          <small>estimated</small>
        </div>
      )}
    </Card>
  );
}
