import { pause } from '../../contract/pause.ts';

/** A press that pays responds within this time. The server answers earlier, so that a response can still arrive. */
export const PAYMENT_PRESS_TIMEOUT_MS = 10_000;
/** How long a payment is polled, and the first delay. */
export const PAYMENT_CONFIRM_TIMEOUT_MS = 30_000;
export const PAYMENT_CONFIRM_FIRST_DELAY_MS = 1000;

/** The delays between polls, which grow and together last PAYMENT_CONFIRM_TIMEOUT_MS. */
export const POLL_DELAYS_MS: readonly number[] = [1000, 2000, 4000, 8000, 15_000];

/**
 * Reads a payment again for half a minute at most, until there is a result. The payment provider notifies the server by
 * a webhook, which may arrive later than the user returns to the page.
 */
export async function pollPayment<T>(
  read: () => Promise<T | undefined>,
  signal: AbortSignal,
): Promise<T | undefined> {
  for (const delay of POLL_DELAYS_MS) {
    await pause(delay, signal);
    if (signal.aborted) return undefined;
    const result = await read();
    if (result !== undefined) return result;
  }
  return undefined;
}
