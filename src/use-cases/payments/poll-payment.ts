import { pause } from '../../contract/pause.ts';

/** A press that pays responds within this time. The server answers earlier, so that a response can still arrive. */
export const PAYMENT_PRESS_TIMEOUT_MS = 10_000;
/** How long a payment is polled, and the first delay. */
export const PAYMENT_CONFIRM_TIMEOUT_MS = 30_000;
export const PAYMENT_CONFIRM_FIRST_DELAY_MS = 1000;

/** The delays between polls. Each is twice the one before, and together they last PAYMENT_CONFIRM_TIMEOUT_MS. */
export function confirmationDelays(): number[] {
  const delays: number[] = [];
  let remaining = PAYMENT_CONFIRM_TIMEOUT_MS;
  for (let delay = PAYMENT_CONFIRM_FIRST_DELAY_MS; remaining > 0; delay *= 2) {
    // If the remainder would be shorter than this delay, this delay includes it and is the last.
    const next = remaining - delay < delay ? remaining : delay;
    delays.push(next);
    remaining -= next;
  }
  return delays;
}

/**
 * Reads a payment again for half a minute at most, until there is a result. The payment provider notifies the server by
 * a webhook, which may arrive later than the user returns to the page.
 */
export async function pollPayment<T>(
  read: () => Promise<T | undefined>,
  signal: AbortSignal,
): Promise<T | undefined> {
  for (const delay of confirmationDelays()) {
    await pause(delay, signal);
    if (signal.aborted) return undefined;
    const result = await read();
    if (result !== undefined) return result;
  }
  return undefined;
}
