import { Button } from '@mantine/core';
import { useState } from 'react';
import { headline } from '../../domain/place-words.ts';
import { canEditWaiting, discardWaiting, retryWaiting } from '../../flows/waiting.ts';
import { type PendingEntry, requestOf } from '../../outbox/entry.ts';
import { useDialogs } from '../../stores/dialogs.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { RouteLine } from '../../ui/RouteLine.tsx';
import classes from './WaitingSection.module.css';
import { waitingWords } from './waiting-words.ts';

type Props = { entry: PendingEntry; onEdit: () => void };

export function WaitingRow({ entry, onEdit }: Props) {
  const [isDiscarding, setDiscarding] = useState(false);
  const openAuth = useDialogs((state) => state.openAuth);
  const name = headline(requestOf(entry));
  const { state, more, icon } = waitingWords(entry);
  return (
    <li className={classes.row}>
      <RouteLine texture="unsent" className={classes.line} />
      <div className={classes.words}>
        <h3>{name}</h3>
        <p className={classes.state}>
          <Icon name={icon} size={18} />
          <span>
            <b>{state}</b>
            {more !== '' && `. ${more}`}
          </span>
        </p>
      </div>
      <div className={classes.actions}>
        {entry.state === 'needsSignIn' ? (
          <Button size="sm" variant="default" onClick={() => openAuth('login')}>
            Sign In
          </Button>
        ) : (
          <Button
            size="sm"
            variant="default"
            disabled={entry.state === 'sending'}
            onClick={() => void retryWaiting(entry)}
          >
            {entry.state === 'needsAttention' ? 'Send again' : 'Retry now'}
          </Button>
        )}
        {canEditWaiting(entry) && <IconButton icon="edit" label={`Edit ${name}`} onClick={onEdit} />}
        <IconButton icon="delete" label={`Discard ${name}`} onClick={() => setDiscarding(true)} />
      </div>
      <ConfirmDialog
        isOpen={isDiscarding}
        title="Discard this request?"
        confirmLabel="Discard"
        isDanger
        onConfirm={() => void discardWaiting(entry)}
        onClose={() => setDiscarding(false)}
      >
        {entry.fate === 'unknown'
          ? 'It may already have arrived: we had no answer. Discarding it here does not cancel it there.'
          : 'It has not been sent. What you typed will be gone.'}
      </ConfirmDialog>
    </li>
  );
}
