import { toBasisPoints } from '../../src/contract/price.ts';
import {
  claimPaymentsToCheck,
  findEventsRead,
  type PaymentRow,
  type ProviderAccount,
  storeEventsRead,
} from '../queries/payments.ts';
import { closeCheckoutSession, finalizePayment } from './finalize-payment.ts';
import { configuredAccounts, type PaymentDependencies } from './payment-dependencies.ts';
import { toLogFields } from './provider.ts';
import { HANDLED_EVENT_TYPES, handlePaymentEvent } from './webhook.ts';

const HOUR_MS = 3600_000;
/** Events are listed with a delay, and clocks differ. */
const OVERLAP_MS = HOUR_MS;
/** The first run looks back for longer than a checkout session can stay open. */
const INITIAL_LOOKBACK_MS = 25 * HOUR_MS;
/** After this long only operators try an event again that could not be handled. */
const RETRY_EVENTS_MS = 24 * HOUR_MS;
const CHECK_AFTER_MS = 20_000;
const CHECKS_PER_RUN = 20;
/** Without the list of events, these checks alone have to find every payment within a minute. */
const CHECKS_WITHOUT_EVENTS = 400;
const PARALLEL_CHECKS = 4;

/**
 * Finds payments that no webhook has reported: first in the provider's list of events, one call for all payments, then
 * by checking unfinished ones, the longest unchecked first. A failure of one does not affect the others.
 */
export async function reconcile(dependencies: PaymentDependencies): Promise<void> {
  const { current, former } = await configuredAccounts(dependencies);
  // No one should pay in the former account while a checkout in the current one is open.
  if (former !== undefined) {
    await checkPayments(dependencies, former, { isFormer: true, limit: CHECKS_WITHOUT_EVENTS });
  }
  const hasEvents = await handleMissedEvents(dependencies);
  const limit = hasEvents ? CHECKS_PER_RUN : CHECKS_WITHOUT_EVENTS;
  await checkPayments(dependencies, current, { isFormer: false, limit });
}

async function checkPayments(
  dependencies: PaymentDependencies,
  account: ProviderAccount,
  { isFormer, limit }: { isFormer: boolean; limit: number },
): Promise<void> {
  const now = dependencies.clock.now();
  const before = new Date(now.getTime() - CHECK_AFTER_MS);
  const queue = (await claimPaymentsToCheck(dependencies.db, account, { before, now, limit })).values();
  await Promise.all(
    Array.from({ length: PARALLEL_CHECKS }, async () => {
      for (const payment of queue) await checkPayment(dependencies, payment, isFormer);
    }),
  );
}

/** Returns whether the provider's events could be read. A restricted key may lack the right to. */
async function handleMissedEvents(dependencies: PaymentDependencies): Promise<boolean> {
  const { db, clock, log, provider } = dependencies;
  const account = { provider: provider.name, account: await provider.readAccountId() };
  const now = clock.now().getTime();
  const read = (await findEventsRead(db, account))?.getTime() ?? now;
  // What was read while the clock was ahead says nothing about the events from now on.
  const from = read < now ? read - OVERLAP_MS : now - INITIAL_LOOKBACK_MS;
  let handledUntil = now;
  try {
    // Newest first, page by page. The provider lists the events of 30 days.
    const events = provider.stripe.events.list({
      types: [...HANDLED_EVENT_TYPES],
      created: { gte: Math.floor(from / 1000) },
      limit: 100,
    });
    for await (const event of events) {
      await handlePaymentEvent(dependencies, event).catch((error: unknown) => {
        // A payment that cannot be finalized must not stop the others. The next runs try it again.
        log.error({ ...toLogFields(error), event: event.id }, 'payment event not handled');
        handledUntil = Math.min(handledUntil, event.created * 1000);
      });
    }
  } catch (error) {
    log.warn(toLogFields(error), 'payment events not listed');
    return false;
  }
  await storeEventsRead(db, account, new Date(Math.max(handledUntil, now - RETRY_EVENTS_MS)));
  return true;
}

/** The provider expires an unpaid session by itself, but never an intent. An open checkout states its VAT rate. */
function mustClose(
  { clock, business: { tariff } }: PaymentDependencies,
  { sessionId, sessionState, expires, vatBasisPoints }: PaymentRow,
  isFormer: boolean,
): boolean {
  if (sessionState !== 'open') return sessionState === 'dead';
  const isIntentExpired = sessionId === null && expires <= clock.now();
  return isIntentExpired || isFormer || vatBasisPoints !== toBasisPoints(tariff.vatPercent);
}

async function checkPayment(dependencies: PaymentDependencies, payment: PaymentRow, isFormer: boolean) {
  try {
    await (mustClose(dependencies, payment, isFormer)
      ? closeCheckoutSession(dependencies, payment)
      : finalizePayment(dependencies, payment));
  } catch (error) {
    dependencies.log.error({ ...toLogFields(error), payment: payment.id }, 'payment could not be reconciled');
  }
}
