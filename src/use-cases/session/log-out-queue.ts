import { orWarn } from '../../device/or-warn.ts';
import { sendQueuedLogOuts } from '../../device/worker-copies.ts';
import { requestBackgroundSync } from '../../outbox/background-sync.ts';
import { useApp } from '../../stores/app.ts';

/** A log-out that the server did not accept is sent again after this time. */
const LOG_OUT_RETRY_MS = 60_000;

let timer: ReturnType<typeof setTimeout> | undefined;
let sending: Promise<void> | undefined;

/** Sends queued log-outs: at start, when a server responds again, and when the browser reports a network. */
export function startLogOutQueue(): void {
  void sendLogOuts();
  addEventListener('online', () => void sendLogOuts());
  useApp.subscribe(({ isReachable }, before) => {
    if (isReachable && !before.isReachable) void sendLogOuts();
  });
}

/** A call that comes while another one sends joins it. */
export function sendLogOuts(): Promise<void> {
  sending ??= send().finally(() => {
    sending = undefined;
  });
  return sending;
}

async function send(): Promise<void> {
  clearTimeout(timer);
  await orWarn('Log-outs that wait could not be read', async () => {
    if ((await sendQueuedLogOuts()) === 0) return;
    timer = setTimeout(() => void sendLogOuts(), LOG_OUT_RETRY_MS);
    await requestBackgroundSync();
  });
}
