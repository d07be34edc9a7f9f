/** A message from the outbox to every tab and to the service worker. */
export type OutboxMessage =
  /** An entry has changed: screens may be out of date. */
  | { kind: 'changed' }
  /** An entry was added: a running drain also sends it. */
  | { kind: 'enqueued' };

/** The Background Sync tag with which the browser wakes the service worker. */
export const SYNC_TAG = 'send-outbox';

const CHANNEL_NAME = 'send-outbox';
type Listener = (message: OutboxMessage) => void;

const listeners = new Set<Listener>();
let channel: BroadcastChannel | undefined;

/** Undefined where the browser has no BroadcastChannel. The app then works, and each tab reads changes later. */
export function openBroadcastChannel<T>(
  name: string,
  receive: (message: T) => void,
): BroadcastChannel | undefined {
  try {
    const opened = new BroadcastChannel(name);
    opened.onmessage = ({ data }: MessageEvent<T>) => receive(data);
    return opened;
  } catch {
    return undefined;
  }
}

function openChannel(): BroadcastChannel | undefined {
  channel ??= openBroadcastChannel(CHANNEL_NAME, notifyListeners);
  return channel;
}

function notifyListeners(message: OutboxMessage): void {
  for (const listener of listeners) listener(message);
}

/** Sends a message to every context. A BroadcastChannel does not reach its own, which is therefore notified directly. */
export function broadcast(message: OutboxMessage): void {
  openChannel()?.postMessage(message);
  notifyListeners(message);
}

/** Subscribes to messages. @returns a function that unsubscribes */
export function onMessage(listener: Listener): () => void {
  openChannel();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
