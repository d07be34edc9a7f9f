import { PAYMENT_CONFIRM_FIRST_DELAY_MS, PAYMENT_CONFIRM_TIMEOUT_MS } from '../../contract/constants.ts';
import { paymentStateOf } from '../../domain/payment-state.ts';
import { useDelivery } from '../../stores/delivery.ts';
import { refreshDelivery } from '../deliveries/refresh-deliveries.ts';

/** `unchecked`: nobody answered, so whether it is paid is not known. */
export type PaymentConfirmation = 'confirmed' | 'unpaid' | 'unchecked';

/** The waits between two readings: each twice the last, all together the time that a person is asked to wait. */
export function confirmationDelays(): number[] {
  const delays: number[] = [];
  let remaining = PAYMENT_CONFIRM_TIMEOUT_MS;
  for (let delay = PAYMENT_CONFIRM_FIRST_DELAY_MS; remaining > 0; delay *= 2) {
    // A last wait that would be followed by a tiny one takes that along.
    const next = remaining - delay < delay ? remaining : delay;
    delays.push(next);
    remaining -= next;
  }
  return delays;
}

/**
 * Reads a delivery again until its payment has arrived, for half a minute at most. The provider's word comes to
 * the server on another way than the person comes back to the page, and may be slower.
 */
export async function confirmPayment(id: number, signal: AbortSignal): Promise<PaymentConfirmation> {
  let outcome = await checkPayment(id);
  for (const delay of confirmationDelays()) {
    if (outcome === 'confirmed' || signal.aborted) return outcome;
    await waitFor(delay, signal);
    if (signal.aborted) return outcome;
    outcome = await checkPayment(id);
  }
  return outcome;
}

async function checkPayment(id: number): Promise<PaymentConfirmation> {
  const refresh = await refreshDelivery(id);
  const delivery = useDelivery.getState().list.find((one) => one.id === id);
  if (delivery && paymentStateOf(delivery) === 'paid') return 'confirmed';
  return refresh === 'failed' ? 'unchecked' : 'unpaid';
}

function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
