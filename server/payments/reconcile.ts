import {
  deleteEventsBefore,
  listPaymentsToCheck,
  newestEventTime,
  type PaymentRow,
  updatePayment,
} from '../queries/payments.ts';
import { closeCheckoutSession, finalizePayment } from './finalize-payment.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { toLogFields } from './provider.ts';
import { HANDLED_EVENT_TYPES, handlePaymentEvent } from './webhook.ts';

const HOUR_MS = 3600_000;
/** Events are listed a little later than they happen, and clocks differ. */
const OVERLAP_MS = HOUR_MS;
/** What the provider keeps and lists is older than any session of ours can be. */
const INITIAL_LOOKBACK_MS = 25 * HOUR_MS;
const EVENT_RETENTION_MS = 7 * 24 * HOUR_MS;
const MAX_EVENTS = 1000;
const CHECK_AFTER_MS = 20_000;
const CHECKS_PER_RUN = 20;

/**
 * Finds out what no webhook told: first from the provider's list of events, one call that covers every
 * payment; then by looking at unfinished payments one by one, those longest unseen first.
 */
export async function reconcile(dependencies: PaymentDependencies): Promise<void> {
  await handleMissedEvents(dependencies);
  const { db, clock, provider } = dependencies;
  const now = clock.now();
  const before = new Date(now.getTime() - CHECK_AFTER_MS);
  for (const payment of await listPaymentsToCheck(db, provider.name, {
    before,
    now,
    limit: CHECKS_PER_RUN,
  })) {
    await checkPayment(dependencies, payment);
  }
  await deleteEventsBefore(db, new Date(now.getTime() - EVENT_RETENTION_MS));
}

async function handleMissedEvents(dependencies: PaymentDependencies): Promise<void> {
  const newest = await newestEventTime(dependencies.db);
  const since =
    newest === undefined
      ? dependencies.clock.now().getTime() - INITIAL_LOOKBACK_MS
      : newest.getTime() - OVERLAP_MS;
  const events = await dependencies.provider.stripe.events
    .list({ types: [...HANDLED_EVENT_TYPES], created: { gte: Math.floor(since / 1000) }, limit: 100 })
    .autoPagingToArray({ limit: MAX_EVENTS });
  for (const event of events.toReversed()) {
    await handlePaymentEvent(dependencies, event).catch((error: unknown) => {
      // One payment that cannot be settled must not stop the others; the next run tries it again.
      dependencies.log.error({ ...toLogFields(error), event: event.id }, 'payment event not handled');
    });
  }
}

async function checkPayment(dependencies: PaymentDependencies, payment: PaymentRow): Promise<void> {
  try {
    await (payment.sessionState === 'dead'
      ? closeCheckoutSession(dependencies, payment)
      : finalizePayment(dependencies, payment));
  } catch (error) {
    dependencies.log.error({ ...toLogFields(error), payment: payment.id }, 'payment not settled');
    // To the end of the line, so that it does not keep others from their turn.
    await updatePayment(dependencies.db, payment.id, { checked: dependencies.clock.now() });
  }
}
