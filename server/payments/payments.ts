import * as v from 'valibot';
import type { Payments } from '../ports.ts';
import { enqueueJob } from '../queries/jobs.ts';
import { killOpenPayments } from '../queries/payments.ts';
import { addMethod, listMethods, removeMethod, setDefaultMethod } from './cards.ts';
import { createSession } from './checkout.ts';
import { listPayments } from './history.ts';
import { loggable, providerRefusal } from './provider.ts';
import { reconcile } from './reconcile.ts';
import { closeSessionById, type PaymentsWorld } from './settle.ts';
import { handleWebhook } from './webhook.ts';

const CLOSE_SESSION = 'payments.close-session';
const CloseSession = v.object({ paymentId: v.number() });

/** Payments through Stripe's official SDK: Stripe itself, or the embedded sandbox that speaks like it. */
export function stripePayments(world: PaymentsWorld, publicUrl: string): Payments {
  return {
    createSession: (input) => asking(world, () => createSession(world, input)),
    async expireSessions(db, requestId) {
      const now = world.clock.now();
      for (const { id } of await killOpenPayments(db, requestId, now)) {
        await enqueueJob(db, { kind: CLOSE_SESSION, payload: { paymentId: id }, runAt: now });
      }
    },
    listMethods: (userId) => asking(world, () => listMethods(world, userId)),
    addMethod: (userId, id) => asking(world, () => addMethod(world, userId, id)),
    setDefaultMethod: (userId, id) => asking(world, () => setDefaultMethod(world, userId, id)),
    removeMethod: (userId, id) => asking(world, () => removeMethod(world, userId, id)),
    listPayments: (userId) => listPayments(world, userId, publicUrl),
    handleWebhook: (rawBody, signature) => asking(world, () => handleWebhook(world, rawBody, signature)),
    reconcile: () => reconcile(world),
    jobs: {
      [CLOSE_SESSION]: (payload) => closeSessionById(world, v.parse(CloseSession, payload).paymentId),
    },
  };
}

/** What the provider refuses becomes a refusal of ours. */
async function asking<T>({ log }: PaymentsWorld, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const refusal = providerRefusal(error);
    if (refusal !== error) log.warn(loggable(error), 'refused by the payment provider');
    throw refusal;
  }
}
