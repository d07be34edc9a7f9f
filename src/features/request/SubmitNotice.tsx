import { useState } from 'react';
import { routeDescription } from '../../domain/place-labels.ts';
import { needsUser, useOutbox } from '../../stores/outbox.ts';
import { useStorageQuota } from '../../stores/storage-quota.ts';
import { IconButton } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { SubmitResult } from './use-submit.ts';

// The first title is quoted by the decisions on the specification and stays byte for byte.
const TITLES: Record<Exclude<SubmitResult['kind'], 'received'>, string> = {
  queued: 'Saved on this device. We will send it when you are online.',
  sending: "Saved on this device. We're still sending it.",
  alreadySent: "This request was already sent. It wasn't ordered twice.",
};

type SubmitNoticeProps = { result: SubmitResult | undefined; onDismiss: () => void };

/** The result of the last submit, shown while it applies. A received request shows its receipt instead. */
export function SubmitNotice({ result, onDismiss }: SubmitNoticeProps) {
  const isWaiting = useOutbox((box) => box.entries.some((one) => one.id === result?.key && !needsUser(one)));
  // A new entry appears in the outbox slightly after the submit ends, so it counts as sent only after it was there.
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

/** Warns while the browser rejects writes to the device's storage. */
export function StorageWarning() {
  const isWritable = useStorageQuota((state) => state.isWritable);
  if (isWritable) return null;
  return (
    <Notice tone="warn" role="status" title="We can't save your request on this device">
      Your device's storage is full or blocked for this site. Keep this page open until your request is sent,
      or continue on another device.
    </Notice>
  );
}
