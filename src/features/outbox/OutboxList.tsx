import { useNavigate } from '@tanstack/react-router';
import type { PendingEntry } from '../../outbox/entry.ts';
import { useOutbox } from '../../stores/outbox.ts';
import { Icon } from '../../ui/Icon.tsx';
import { reopenAsDraft } from '../../use-cases/outbox/pending-entries.ts';
import { NotificationOptIn } from './NotificationOptIn.tsx';
import { OutboxRow } from './OutboxRow.tsx';
import classes from './OutboxSection.module.css';

/** The requests that are only on this device and wait to be sent. */
export function OutboxList() {
  const entries = useOutbox((state) => state.entries);
  const navigate = useNavigate();

  async function edit(entry: PendingEntry): Promise<void> {
    await reopenAsDraft(entry);
    await navigate({ to: '/', search: {}, state: { step: 'summery', draft: entry.id } });
  }

  return (
    <section className={classes.frame} aria-labelledby="waiting-heading">
      <h2 id="waiting-heading" className={classes.heading}>
        <Icon name="dots" /> Waiting to send ({entries.length})
      </h2>
      <p className={classes.lead}>
        Saved on this device only. We'll send {entries.length === 1 ? 'it' : 'them'} as soon as possible. You
        don't need to do anything.
      </p>
      <ul className={classes.list}>
        {entries.map((entry) => (
          <OutboxRow key={entry.id} entry={entry} onEdit={() => void edit(entry)} />
        ))}
      </ul>
      <NotificationOptIn />
    </section>
  );
}
