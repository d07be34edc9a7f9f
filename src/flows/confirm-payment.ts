import { PAYMENT_CONFIRM_FIRST_MS, PAYMENT_CONFIRM_MS } from '../contract/constants.ts';
import { paymentStateOf } from '../domain/payment-due.ts';
import { useDelivery } from '../stores/delivery.ts';
import { refreshDelivery } from './deliveries.ts';

/** `unchecked`: nobody answered, so whether it is paid is not known. */
export type Confirmation = 'confirmed' | 'unpaid' | 'unchecked';

/** The waits between two readings: each twice the last, all together the time that a person is asked to wait. */
export function confirmationWaits(): number[] {
  const waits: number[] = [];
  let left = PAYMENT_CONFIRM_MS;
  for (let wait = PAYMENT_CONFIRM_FIRST_MS; left > 0; wait *= 2) {
    // A last wait that would be followed by a tiny one takes that along.
    const next = left - wait < wait ? left : wait;
    waits.push(next);
    left -= next;
  }
  return waits;
}

/**
 * Reads a delivery again until its payment has arrived, for half a minute at most. The provider's word comes to
 * the server on another way than the person comes back to the page, and may be slower.
 */
export async function confirmPayment(id: number, signal: AbortSignal): Promise<Confirmation> {
  let outcome = await readPayment(id);
  for (const wait of confirmationWaits()) {
    if (outcome === 'confirmed' || signal.aborted) return outcome;
    await pause(wait, signal);
    if (signal.aborted) return outcome;
    outcome = await readPayment(id);
  }
  return outcome;
}

async function readPayment(id: number): Promise<Confirmation> {
  const refresh = await refreshDelivery(id);
  const delivery = useDelivery.getState().list.find((one) => one.id === id);
  if (delivery && paymentStateOf(delivery) === 'paid') return 'confirmed';
  return refresh === 'failed' ? 'unchecked' : 'unpaid';
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
