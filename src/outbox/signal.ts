/** What the outbox tells every tab and the worker. */
export type OutboxSignal = { kind: 'changed' } | { kind: 'wake' };

/** The Background Sync tag under which the worker is woken to drain. */
export const SYNC_TAG = 'send-outbox';

const CHANNEL = 'send-outbox';
type Listener = (signal: OutboxSignal) => void;

const listeners = new Set<Listener>();
let channel: BroadcastChannel | undefined;

function open(): BroadcastChannel {
  if (channel === undefined) {
    channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = (event: MessageEvent<OutboxSignal>) => hear(event.data);
  }
  return channel;
}

function hear(signal: OutboxSignal): void {
  for (const listener of listeners) listener(signal);
}

/** Tells this context and all others. A broadcast reaches only the others, hence both. */
export function say(signal: OutboxSignal): void {
  open().postMessage(signal);
  hear(signal);
}

/** @returns stops listening */
export function listen(listener: Listener): () => void {
  open();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
