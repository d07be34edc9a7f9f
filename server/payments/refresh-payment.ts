import { listPaymentsOf, type PaymentSubject } from '../queries/payments.ts';
import { finalizePayment } from './finalize-payment.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { toLogFields } from './provider.ts';

/** A person waits for the response. The webhook or the reconciler finds a payment that takes longer. */
const TIMEOUT_MS = 1500;
const PAUSE_AFTER_FAILURE_MS = 15_000;

/**
 * Returns a function that reads the unpaid checkout sessions of a request from the provider, so that a
 * customer who returns from the checkout sees the payment at once, also without webhooks. It never throws, and after
 * the provider was slow or unavailable it makes no call for a while.
 */
export function createPaymentRefresher(
  dependencies: PaymentDependencies,
): (subject: PaymentSubject) => Promise<void> {
  const { db, clock, log, provider } = dependencies;
  let pausedUntil = 0;
  return async (subject) => {
    if (clock.now().getTime() < pausedUntil) return;
    const payments = await listPaymentsOf(db, subject);
    const open = payments.filter(
      (payment) => payment.sessionState === 'open' && payment.provider === provider.name,
    );
    try {
      for (const payment of open) {
        await finalizePayment(dependencies, payment, { timeout: TIMEOUT_MS, maxNetworkRetries: 0 });
      }
    } catch (error) {
      pausedUntil = clock.now().getTime() + PAUSE_AFTER_FAILURE_MS;
      log.warn(toLogFields(error), 'the payment of a delivery was not checked');
    }
  };
}
