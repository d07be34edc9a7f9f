import type Stripe from 'stripe';
import { AUDIT_LIFE_MS } from '../config/limits.ts';
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
/** The window starts earlier than the last event, because events are listed with a delay and clocks differ. */
const OVERLAP_MS = HOUR_MS;
/** The first run looks back for longer than a checkout session can stay open. */
const INITIAL_LOOKBACK_MS = 25 * HOUR_MS;
const FOREIGN_EVENT_LIFE_MS = 7 * 24 * HOUR_MS;
const MAX_EVENTS = 1000;
const CHECK_AFTER_MS = 20_000;
const CHECKS_PER_RUN = 20;
/** Without the list of events, these checks alone have to find every payment within a minute. */
const CHECKS_WITHOUT_EVENTS = 400;
const PARALLEL_CHECKS = 4;

/**
 * Finds payments that no webhook has reported. It first reads the provider's list of events, one call that covers every
 * payment. Then it checks unfinished payments one by one, those that were not checked for the longest time first. A
 * failure of one step or payment does not affect the others.
 */
export async function reconcile(dependencies: PaymentDependencies): Promise<void> {
  const { db, clock, provider } = dependencies;
  const hasEvents = await handleMissedEvents(dependencies);
  const now = clock.now();
  const payments = await listPaymentsToCheck(db, provider.name, {
    before: new Date(now.getTime() - CHECK_AFTER_MS),
    now,
    limit: hasEvents ? CHECKS_PER_RUN : CHECKS_WITHOUT_EVENTS,
  });
  const queue = payments.values();
  await Promise.all(
    Array.from({ length: PARALLEL_CHECKS }, async () => {
      for (const payment of queue) await checkPayment(dependencies, payment);
    }),
  );
  await deleteEventsBefore(db, {
    foreign: new Date(now.getTime() - FOREIGN_EVENT_LIFE_MS),
    ours: new Date(now.getTime() - AUDIT_LIFE_MS),
  });
}

/** Returns whether the provider's events could be read. A restricted key may lack the right to. */
async function handleMissedEvents(dependencies: PaymentDependencies): Promise<boolean> {
  const events = await listMissedEvents(dependencies).catch((error: unknown) => {
    dependencies.log.warn(toLogFields(error), 'payment events not listed');
  });
  for (const event of events?.toReversed() ?? []) {
    await handlePaymentEvent(dependencies, event).catch((error: unknown) => {
      // A payment that cannot be finalized must not stop the others. The next run tries it again.
      dependencies.log.error({ ...toLogFields(error), event: event.id }, 'payment event not handled');
    });
  }
  return events !== undefined;
}

async function listMissedEvents({ db, clock, provider }: PaymentDependencies): Promise<Stripe.Event[]> {
  const newest = await newestEventTime(db);
  const since =
    newest === undefined ? clock.now().getTime() - INITIAL_LOOKBACK_MS : newest.getTime() - OVERLAP_MS;
  return provider.stripe.events
    .list({ types: [...HANDLED_EVENT_TYPES], created: { gte: Math.floor(since / 1000) }, limit: 100 })
    .autoPagingToArray({ limit: MAX_EVENTS });
}

/** The provider expires an unpaid session by itself, but never an intent. */
function isIntentExpired({ sessionId, sessionState, expires }: PaymentRow, now: Date): boolean {
  return sessionId === null && sessionState === 'open' && expires <= now;
}

async function checkPayment(dependencies: PaymentDependencies, payment: PaymentRow): Promise<void> {
  try {
    await (payment.sessionState === 'dead' || isIntentExpired(payment, dependencies.clock.now())
      ? closeCheckoutSession(dependencies, payment)
      : finalizePayment(dependencies, payment));
  } catch (error) {
    dependencies.log.error({ ...toLogFields(error), payment: payment.id }, 'payment could not be reconciled');
    // The payment moves to the end of the line, so that it does not block the others.
    await updatePayment(dependencies.db, payment.id, { checked: dependencies.clock.now() });
  }
}
