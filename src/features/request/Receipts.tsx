import { useEffect, useId, useState } from 'react';
import { RouteLine } from '../../components/RouteLine.tsx';
import { formatMoney } from '../../contract/money.ts';
import { formatDateTime } from '../../domain/dates.ts';
import { referenceOf, routeTitle } from '../../domain/place-labels.ts';
import { requestOfEntry, type SentEntry } from '../../outbox/entry.ts';
import { useOutbox } from '../../stores/outbox.ts';
import { findPackageOfRequest, useTracked } from '../../stores/tracked.ts';
import { IconButton } from '../../ui/Icon.tsx';
import { TextButton, TextLink } from '../../ui/Links.tsx';
import { hideReceipt, mergeReceipts, restoreReceipt } from '../../use-cases/outbox/receipts.ts';
import classes from './Receipts.module.css';

/**
 * Receipts of the requests that a guest sent. They are stored on this device, because a guest has no account.
 * @param onOpen opens the confirmation of the request with this key
 */
export function Receipts({ onOpen }: { onOpen: (key: string) => void }) {
  const allReceipts = useOutbox((state) => state.receipts);
  const hiddenReceipts = useOutbox((state) => state.hiddenReceipts);
  const headingId = useId();
  const receipts = mergeReceipts(allReceipts, hiddenReceipts);
  // Once the user has left the page, they can no longer be restored.
  useEffect(() => () => useOutbox.setState({ hiddenReceipts: [] }), []);
  if (receipts.length === 0) return null;
  return (
    <section className="stack gap-3" aria-labelledby={headingId}>
      <h2 id={headingId} className="title-lg">
        Requests you've sent
      </h2>
      <ul className="stack gap-3">
        {receipts.map((entry) => (
          <Receipt
            key={entry.id}
            entry={entry}
            isHidden={hiddenReceipts.includes(entry)}
            onOpen={() => onOpen(entry.id)}
          />
        ))}
      </ul>
    </section>
  );
}

function Receipt({ entry, isHidden, onOpen }: { entry: SentEntry; isHidden: boolean; onOpen: () => void }) {
  const { quote } = entry;
  const stored = useTracked(({ list }) => findPackageOfRequest(list, entry.response.id));
  const [wasHidden, setWasHidden] = useState(isHidden);
  if (isHidden && !wasHidden) setWasHidden(true);
  const { intent } = entry;
  const reference = referenceOf({ ...entry.response, order: stored?.tracking });
  const email = intent.kind === 'submitGuestRequest' ? intent.body.email : undefined;
  if (isHidden) {
    return (
      <li className="card flex flex-wrap items-center justify-between gap-3 text-muted px-4 py-2">
        <span role="status">{`Receipt ${reference} hidden. Your request is not affected.`}</span>
        <TextButton autoFocus onClick={() => void restoreReceipt(entry)}>
          Undo
        </TextButton>
      </li>
    );
  }
  return (
    <li className={`card items-center gap-4 px-4 py-3 ${classes.receipt}`}>
      <RouteLine className={classes.line} />
      <div className="stack min-w-0 wrap-anywhere">
        <b>{routeTitle(requestOfEntry(entry))}</b>
        <small>{`Reference ${reference} · ${formatDateTime(entry.sentAt) ?? ''}`}</small>
        <span>
          <TextButton aria-label={`Show details of request ${reference}`} onClick={onOpen}>
            Show details
          </TextButton>
        </span>
        {stored ? (
          <span>
            <TextLink
              to="/tracking"
              search={{ guid: stored.guid }}
              aria-label={`Track Package: ${routeTitle(requestOfEntry(entry))}`}
            >
              Track Package
            </TextLink>
          </span>
        ) : (
          email && (
            <small>{`We'll email the tracking number to ${email} once your request is accepted and paid.`}</small>
          )
        )}
      </div>
      {quote && !stored && (
        <div className="stack justify-items-end min-w-0 wrap-anywhere tabular-nums">
          <b>{formatMoney(quote.estimatedPrice, quote.currency)}</b>
          <small>estimated</small>
        </div>
      )}
      <IconButton
        icon="close"
        // After Undo the focus returns here, because the Undo button is gone.
        autoFocus={wasHidden}
        label={`Hide receipt ${reference}`}
        onClick={() => void hideReceipt(entry)}
      />
    </li>
  );
}
