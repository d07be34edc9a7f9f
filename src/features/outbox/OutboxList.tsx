import { useNavigate } from '@tanstack/react-router';
import { formatCount } from '../../domain/format.ts';
import type { PendingEntry } from '../../outbox/entry.ts';
import { isSavedOnDevice } from '../../outbox/queue.ts';
import { useApp } from '../../stores/app.ts';
import { useOutbox } from '../../stores/outbox.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useNow } from '../../ui/use-now.ts';
import { reopenAsDraft } from '../../use-cases/outbox/pending-entries.ts';
import { NotificationOptIn } from './NotificationOptIn.tsx';
import { OutboxRow } from './OutboxRow.tsx';
import classes from './OutboxSection.module.css';

/** The requests that are only on this device and wait to be sent. Those that the user must act on are first. */
export function OutboxList() {
  const waiting = useOutbox((state) => state.entries);
  const isReachable = useApp((state) => state.isReachable);
  const now = useNow(1000) ?? Date.now();
  const entries = [...waiting.filter(needsPerson), ...waiting.filter((entry) => !needsPerson(entry))];
  const navigate = useNavigate();

  async function edit(entry: PendingEntry): Promise<void> {
    await reopenAsDraft(entry);
    await navigate({ to: '/', search: {}, state: { step: 'summery', draft: entry.id } });
  }

  return (
    <section className={classes.frame} aria-labelledby="waiting-heading">
      <h2 id="waiting-heading" className={'flex items-center gap-2 text-md tracking-normal'}>
        <Icon name="dots" className="text-accent" /> Waiting to send ({entries.length})
      </h2>
      <p className="text-sm text-soft">{leadText(entries)}</p>
      <ul className={`divided mt-2 ${classes.list}`}>
        {entries.map((entry) => (
          <OutboxRow
            key={entry.id}
            entry={entry}
            now={now}
            isReachable={isReachable}
            onEdit={() => void edit(entry)}
          />
        ))}
      </ul>
      <NotificationOptIn />
    </section>
  );
}

function needsPerson({ state }: PendingEntry): boolean {
  return state === 'needsAttention' || state === 'needsLogin';
}

function leadText(entries: readonly PendingEntry[]): string {
  const place = entries.every(({ id }) => isSavedOnDevice(id))
    ? 'Saved on this device only.'
    : "This device can't save your requests. Keep this page open until they are sent.";
  const toCheck = entries.filter(needsPerson).length;
  const others = entries.length - toCheck;
  if (toCheck === 0) {
    return `${place} We'll send ${others === 1 ? 'it' : 'them'} as soon as possible. You don't need to do anything.`;
  }
  const attention = `${formatCount(toCheck, 'request needs', 'requests need')} your attention.`;
  if (others === 0) return `${attention} ${place}`;
  return `${attention} We'll send the ${others === 1 ? 'other' : 'others'} as soon as possible. ${place}`;
}
