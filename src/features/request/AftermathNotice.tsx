import { useState } from 'react';
import { routeSentence } from '../../domain/place-words.ts';
import { useOutbox } from '../../stores/outbox.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { Aftermath } from './use-submit.ts';

const SENTENCES: Record<Exclude<Aftermath['kind'], 'received'>, string> = {
  queued: 'Saved on this device. We will send it when you are online.',
  alreadySent: 'This request has already been sent. It was not ordered twice.',
};

type AftermathNoticeProps = { aftermath: Aftermath | undefined; onDismiss: () => void };

/** What became of the request before, as long as it is true; a received one has its receipt instead. */
export function AftermathNotice({ aftermath, onDismiss }: AftermathNoticeProps) {
  const isWaiting = useOutbox(({ entries }) => entries.some(({ id }) => id === aftermath?.key));
  // The outbox shows a new entry a moment later than the submit ends; gone is only what was there.
  const [wasWaiting, setWasWaiting] = useState('');
  if (aftermath && isWaiting && wasWaiting !== aftermath.key) setWasWaiting(aftermath.key);
  if (!aftermath || aftermath.kind === 'received') return null;
  if (aftermath.kind === 'queued' && !isWaiting && wasWaiting === aftermath.key) return null;
  return (
    <Notice
      tone={aftermath.kind === 'queued' ? 'info' : 'success'}
      role="status"
      title={SENTENCES[aftermath.kind]}
      action={<IconButton icon="close" label="Dismiss" onClick={onDismiss} />}
    >
      {routeSentence(aftermath.request)}
    </Notice>
  );
}
