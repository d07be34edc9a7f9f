import { PAYMENT_CONFIRM_FIRST_DELAY_MS, PAYMENT_CONFIRM_TIMEOUT_MS } from '../../contract/constants.ts';
import { paymentStateOf } from '../../domain/payment-state.ts';
import type { ReadFailure } from '../../domain/read-failure.ts';
import { useDelivery } from '../../stores/delivery.ts';
import { refreshDelivery } from '../deliveries/refresh-deliveries.ts';

/** `unchecked`: the last check has failed, so the state of the payment is unknown. */
export type PaymentConfirmation =
  | { kind: 'confirmed' | 'unpaid' }
  | { kind: 'unchecked'; failure: ReadFailure };

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
 * Polls a delivery until it is paid, for half a minute at most, or until a check fails. The payment provider notifies
 * the server by a webhook, which may arrive later than the person returns to the page.
 * @param onUnpaid called when the server has responded that it has no payment yet, and the polling continues
 */
export async function confirmPayment(
  id: number,
  signal: AbortSignal,
  onUnpaid: () => void,
): Promise<PaymentConfirmation> {
  let outcome = await checkPayment(id);
  for (const delay of confirmationDelays()) {
    if (outcome.kind !== 'unpaid' || signal.aborted) return outcome;
    onUnpaid();
    await sleep(delay, signal);
    if (signal.aborted) return outcome;
    outcome = await checkPayment(id);
  }
  return outcome;
}

async function checkPayment(id: number): Promise<PaymentConfirmation> {
  const refresh = await refreshDelivery(id);
  const delivery = useDelivery.getState().list.find((item) => item.id === id);
  if (delivery && paymentStateOf(delivery) === 'paid') return { kind: 'confirmed' };
  return refresh.kind === 'failed' ? { kind: 'unchecked', failure: refresh.failure } : { kind: 'unpaid' };
}

/** Resolves after `ms`, or as soon as the signal aborts. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
