import { listPaymentsOf, type PaymentSubject } from '../queries/payments.ts';
import { paymentLockName } from './checkout.ts';
import { finalizePayment } from './finalize-payment.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { toLogFields } from './provider.ts';

/** A customer waits for the response. The webhook or the reconciler finds a payment that takes longer. */
const TIMEOUT_MS = 1500;
const PAUSE_AFTER_FAILURE_MS = 15_000;
/** However often a screen reads a request, the provider is read at most once in this time. */
const MIN_INTERVAL_MS = 1000;
const MAX_REMEMBERED = 1000;

/**
 * Returns a function that reads the unpaid checkout sessions of a request from the provider, so that a
 * customer who returns from the checkout sees the payment at once, also without webhooks. It never throws, and after
 * the provider was slow or unavailable it makes no call for a while.
 */
export function createPaymentRefresher(
  dependencies: PaymentDependencies,
): (subject: PaymentSubject) => Promise<void> {
  const { db, clock, log } = dependencies;
  let pausedUntil = 0;
  /** The last read of each request, the oldest one first, and the read itself, for which simultaneous callers wait. */
  const reads = new Map<string, { at: number; done: Promise<void> }>();
  return async (subject) => {
    const at = clock.now().getTime();
    if (at < pausedUntil) return;
    const name = paymentLockName(subject);
    const last = reads.get(name);
    if (last !== undefined && at - last.at < MIN_INTERVAL_MS) return last.done;
    const done = read(subject);
    reads.delete(name);
    reads.set(name, { at, done });
    const [oldest] = reads.keys();
    if (reads.size > MAX_REMEMBERED && oldest !== undefined) reads.delete(oldest);
    return done;
  };

  async function read(subject: PaymentSubject): Promise<void> {
    const payments = await listPaymentsOf(db, subject);
    const open = payments.filter(({ sessionState }) => sessionState === 'open');
    try {
      for (const payment of open) {
        await finalizePayment(dependencies, payment, { timeout: TIMEOUT_MS, maxNetworkRetries: 0 });
      }
    } catch (error) {
      pausedUntil = clock.now().getTime() + PAUSE_AFTER_FAILURE_MS;
      log.warn(toLogFields(error), 'the payment of a delivery was not checked');
    }
  }
}
