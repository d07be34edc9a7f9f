import { useState } from 'react';
import { routeDescription } from '../../domain/place-labels.ts';
import { useOutbox } from '../../stores/outbox.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { SubmitResult } from './use-submit.ts';

const TITLES: Record<Exclude<SubmitResult['kind'], 'received'>, string> = {
  queued: 'Saved on this device. We will send it when you are online.',
  sending: 'Saved on this device. We are still sending it.',
  alreadySent: 'This request has already been sent. It was not ordered twice.',
};

type SubmitNoticeProps = { result: SubmitResult | undefined; onDismiss: () => void };

/** What became of the request before, as long as it is true; a received one has its receipt instead. */
export function SubmitNotice({ result, onDismiss }: SubmitNoticeProps) {
  const isWaiting = useOutbox(({ entries }) => entries.some(({ id }) => id === result?.key));
  // The outbox shows a new entry a moment later than the submit ends; gone is only what was there.
  const [wasWaiting, setWasWaiting] = useState('');
  if (result && isWaiting && wasWaiting !== result.key) setWasWaiting(result.key);
  if (!result || result.kind === 'received') return null;
  const isUnsent = result.kind === 'queued' || result.kind === 'sending';
  if (isUnsent && !isWaiting && wasWaiting === result.key) return null;
  return (
    <Notice
      tone={isUnsent ? 'info' : 'success'}
      role="status"
      title={TITLES[result.kind]}
      action={<IconButton icon="close" label="Dismiss" onClick={onDismiss} />}
    >
      {routeDescription(result.request)}
    </Notice>
  );
}
