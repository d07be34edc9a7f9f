import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { RouteLine } from '../../components/RouteLine.tsx';
import { routeTitle } from '../../domain/place-labels.ts';
import { type PendingEntry, requestOfEntry } from '../../outbox/entry.ts';
import { useDialogs } from '../../stores/dialogs.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { canEditEntry, discardEntry, retryEntry } from '../../use-cases/outbox/pending-entries.ts';
import { describeEntry, mustWait } from './describe-entry.ts';
import classes from './OutboxSection.module.css';

type OutboxRowProps = { entry: PendingEntry; now: number; isReachable: boolean; onEdit: () => void };

export function OutboxRow({ entry, now, isReachable, onEdit }: OutboxRowProps) {
  const stateId = useId();
  const [isDiscarding, setIsDiscarding] = useState(false);
  const openAuth = useDialogs((state) => state.openAuth);
  const name = routeTitle(requestOfEntry(entry));
  const { state, detail, icon, attempts } = describeEntry(entry, now, isReachable);
  // The button stays focusable, so that a screen reader can read why it is disabled.
  const disabled = mustWait(entry, now) && {
    'data-disabled': true,
    'aria-disabled': true,
    'aria-describedby': stateId,
    onClick: undefined,
  };
  return (
    <li className={`stack items-center gap-2 py-3 ${classes.row}`}>
      <RouteLine texture="unsent" className={classes.line} />
      <div className="min-w-0 wrap-anywhere">
        <h3>{name}</h3>
        <p className={`flex gap-2 text-sm text-soft ${classes.state}`}>
          <Icon name={icon} size={18} />
          <span id={stateId}>
            <b>{state}</b>
            {detail !== '' && `. ${detail}`}
          </span>
        </p>
        {attempts !== undefined && (
          <details className={`text-sm text-soft ${classes.attempts}`}>
            <summary>Details</summary>
            {attempts}
          </details>
        )}
      </div>
      <div className="flex items-center gap-2">
        {entry.state === 'needsLogin' ? (
          <Button size="sm" variant="default" onClick={() => openAuth('login')}>
            Log in
          </Button>
        ) : (
          <Button
            size="sm"
            variant="default"
            disabled={entry.state === 'sending'}
            onClick={() => void retryEntry(entry)}
            {...disabled}
          >
            {retryLabel(entry)}
          </Button>
        )}
        {canEditEntry(entry) && <IconButton icon="edit" label={`Edit ${name}`} onClick={onEdit} />}
        <IconButton icon="delete" label={`Discard ${name}`} onClick={() => setIsDiscarding(true)} />
      </div>
      <ConfirmDialog
        isOpen={isDiscarding}
        title="Discard this request?"
        confirmLabel="Discard"
        isDanger
        onConfirm={() => void discardEntry(entry)}
        onClose={() => setIsDiscarding(false)}
      >
        {entry.sendOutcome === 'unknown'
          ? "We got no response, so this request may have arrived. Discarding it here doesn't cancel it."
          : 'This request has not been sent. Its details will be deleted from this device.'}
      </ConfirmDialog>
    </li>
  );
}

function retryLabel(entry: PendingEntry): string {
  if (entry.state !== 'needsAttention') return 'Retry now';
  return entry.attention.kind === 'tooOld' ? 'Send now' : 'Send again';
}
