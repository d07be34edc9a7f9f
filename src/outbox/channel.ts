/** What the outbox tells every tab and the worker. */
export type OutboxMessage =
  /** An entry has changed: what is shown may be out of date. */
  | { kind: 'changed' }
  /** An entry was added: a drain that is running takes it along. */
  | { kind: 'enqueued' };

/** The Background Sync tag under which the worker is woken to drain. */
export const SYNC_TAG = 'send-outbox';

const CHANNEL_NAME = 'send-outbox';
type Listener = (message: OutboxMessage) => void;

const listeners = new Set<Listener>();
let channel: BroadcastChannel | undefined;

function openChannel(): BroadcastChannel {
  if (channel === undefined) {
    channel = new BroadcastChannel(CHANNEL_NAME);
    channel.onmessage = (event: MessageEvent<OutboxMessage>) => notifyListeners(event.data);
  }
  return channel;
}

function notifyListeners(message: OutboxMessage): void {
  for (const listener of listeners) listener(message);
}

/** Tells this context and all others. A broadcast reaches only the others, hence both. */
export function broadcast(message: OutboxMessage): void {
  openChannel().postMessage(message);
  notifyListeners(message);
}

/** @returns stops listening */
export function onMessage(listener: Listener): () => void {
  openChannel();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
