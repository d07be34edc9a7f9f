import {
  forgetEvents,
  newestEvent,
  type PaymentRow,
  paymentsToCheck,
  updatePayment,
} from '../queries/payments.ts';
import { loggable } from './provider.ts';
import { closeSession, type PaymentsWorld, settle } from './settle.ts';
import { EVENT_TYPES, handleEvent } from './webhook.ts';

const HOUR_MS = 3600_000;
/** Events are listed a little later than they happen, and clocks differ. */
const OVERLAP_MS = HOUR_MS;
/** What the provider keeps and lists is older than any session of ours can be. */
const FIRST_LOOK_MS = 25 * HOUR_MS;
const FORGET_MS = 7 * 24 * HOUR_MS;
const MAX_EVENTS = 1000;
const CHECK_AFTER_MS = 20_000;
const CHECKS_PER_RUN = 20;

/**
 * Finds out what no webhook told: first from the provider's list of events, one call that covers every
 * payment; then by looking at unfinished payments one by one, those longest unseen first.
 */
export async function reconcile(world: PaymentsWorld): Promise<void> {
  await readEvents(world);
  const now = world.clock.now().getTime();
  const before = new Date(now - CHECK_AFTER_MS);
  for (const payment of await paymentsToCheck(world.db, world.provider.name, before, CHECKS_PER_RUN)) {
    await check(world, payment);
  }
  await forgetEvents(world.db, new Date(now - FORGET_MS));
}

async function readEvents(world: PaymentsWorld): Promise<void> {
  const newest = await newestEvent(world.db);
  const since =
    newest === undefined ? world.clock.now().getTime() - FIRST_LOOK_MS : newest.getTime() - OVERLAP_MS;
  const events = await world.provider.stripe.events
    .list({ types: [...EVENT_TYPES], created: { gte: Math.floor(since / 1000) }, limit: 100 })
    .autoPagingToArray({ limit: MAX_EVENTS });
  for (const event of events.toReversed()) {
    await handleEvent(world, event).catch((error: unknown) => {
      // One payment that cannot be settled must not stop the others; the next run tries it again.
      world.log.error({ ...loggable(error), event: event.id }, 'payment event not handled');
    });
  }
}

async function check(world: PaymentsWorld, payment: PaymentRow): Promise<void> {
  try {
    await (payment.sessionState === 'dead' ? closeSession(world, payment) : settle(world, payment));
  } catch (error) {
    world.log.error({ ...loggable(error), payment: payment.id }, 'payment not settled');
    // To the end of the line, so that it does not keep others from their turn.
    await updatePayment(world.db, payment.id, { checked: world.clock.now() });
  }
}
