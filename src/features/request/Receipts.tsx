import { formatDateTime, formatMoney } from '../../domain/format.ts';
import { headline } from '../../domain/place-words.ts';
import { requestOf, type SentEntry } from '../../outbox/entry.ts';
import { useDrafts } from '../../stores/drafts.ts';
import { useOutbox } from '../../stores/outbox.ts';
import { Card } from '../../ui/Card.tsx';
import { RouteLine } from '../../ui/RouteLine.tsx';
import classes from './Receipts.module.css';

/** What this device knows of requests that a visitor sent: there is no account that would. */
export function Receipts() {
  const receipts = useOutbox((state) => state.receipts);
  if (receipts.length === 0) return null;
  return (
    <section className={classes.receipts} aria-labelledby="receipts-heading">
      <h2 id="receipts-heading">We received your request</h2>
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
