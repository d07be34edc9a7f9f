import { routeSentence } from '../../domain/place-words.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { RouteLine } from '../../ui/RouteLine.tsx';
import classes from './AftermathNotice.module.css';
import type { Aftermath } from './use-submit.ts';

const SENTENCES: Record<Exclude<Aftermath['kind'], 'received'>, string> = {
  queued: 'Saved on this device. We will send it when you are online.',
  alreadySent: 'This request has already been sent. It was not ordered twice.',
};

type AftermathNoticeProps = { aftermath: Aftermath | undefined; onDismiss: () => void };

/** What became of the request before; a received one has its receipt further down. */
export function AftermathNotice({ aftermath, onDismiss }: AftermathNoticeProps) {
  if (!aftermath || aftermath.kind === 'received') return null;
  return (
    <div className={classes.frame} data-kind={aftermath.kind} role="status">
      <RouteLine texture={aftermath.kind === 'queued' ? 'unsent' : 'confirmed'} className={classes.line} />
      <div>
        <b>{SENTENCES[aftermath.kind]}</b>
        <p>{routeSentence(aftermath.request)}</p>
      </div>
      <IconButton icon="close" label="Dismiss" onClick={onDismiss} />
    </div>
  );
}
