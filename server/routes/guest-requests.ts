import * as v from 'valibot';
import { ORDER_STATUS, REQUEST_STATUS } from '../../src/contract/status.ts';
import { GUEST_REQUESTS_LIMIT } from '../config/limits.ts';
import type { HandlerDependencies, Handlers } from '../endpoints/server-endpoint.ts';
import { ApiError } from '../http/api-error.ts';
import { createOnce, hashBody } from '../http/idempotency.ts';
import { requireFound } from '../http/read-request.ts';
import { forwardJob } from '../jobs/forward-job.ts';
import { findGuestPayment } from '../payments/history.ts';
import { paymentDescription, returnOrigin } from '../payments/payment-parameters.ts';
import * as requests from '../queries/guest-requests.ts';
import { findOrderOf } from '../queries/orders.ts';
import { guestSubject } from '../queries/payments.ts';

const NOT_FOUND_CODE = 'ORDER_REQUEST_NOT_FOUND';

export function guestRequestHandlers({ db, clock, limiter, settings, payments }: HandlerDependencies) {
  /** The guest may just have returned from the checkout, ahead of the webhook. */
  const refresh = async (request: requests.GuestRequestRow): Promise<requests.GuestRequestRow> => {
    if (request.status !== REQUEST_STATUS.waitingPayment) return request;
    await payments.refresh(guestSubject(request.id));
    return requireFound(await requests.findGuestRequest(db, request.id), NOT_FOUND_CODE);
  };
  const requireByPaymentKey = async (key: string): Promise<requests.GuestRequestRow> =>
    requireFound(await requests.findGuestRequestByPaymentKey(db, requireUnguessable(key)), NOT_FOUND_CODE);

  return {
    async submitGuestRequest({ body, idempotencyKey, setHeader }) {
      await limiter.consume(GUEST_REQUESTS_LIMIT, 'everybody');
      // The hash is compared only if another request has the same key.
      const hash = idempotencyKey === undefined ? null : hashBody(body);
      const { row, isReplay } = await createOnce(
        db,
        { owner: 'guests', key: idempotencyKey, hash },
        {
          find: requests.findGuestRequestByKey,
          isSingleStatement: settings.hookUrl === undefined,
          async insert(tx) {
            const row = await requests.insertGuestRequest(tx, {
              ...body,
              created: clock.now(),
              status: REQUEST_STATUS.submitted,
              idempotencyKey: idempotencyKey ?? null,
              idempotencyHash: hash,
            });
            if (row !== undefined && settings.hookUrl !== undefined)
              await forwardJob.enqueue(tx, { id: row.id });
            return row;
          },
        },
      );
      if (isReplay) setHeader('idempotency-replayed', 'true');
      return { id: row.id, referenceNumber: row.referenceNumber };
    },
    async getGuestRequest({ params }) {
      const found = await requests.findGuestRequestByKey(db, requireUnguessable(params.key));
      const request = await refresh(requireFound(found, NOT_FOUND_CODE));
      const { id, referenceNumber } = request;
      const order = await findOrderOf(db, 'guestRequestId', id);
      const isCanceled = order?.status === ORDER_STATUS.canceled;
      const status = isCanceled ? REQUEST_STATUS.closed : request.status;
      const payment = await findGuestPayment(db, request, order);
      const trackingNumber = order?.guid ?? null;
      return { id, referenceNumber, status, trackingNumber, payment: payment ?? null };
    },
    async getGuestPayment({ params }) {
      const request = await refresh(await requireByPaymentKey(params.key));
      const { id, referenceNumber, pickup, dropoff } = request;
      const order = await findOrderOf(db, 'guestRequestId', id);
      const payment = requireFound(await findGuestPayment(db, request, order), NOT_FOUND_CODE);
      return {
        ...payment,
        id,
        referenceNumber,
        description: paymentDescription({ pickUp: { name: pickup }, dropOff: { name: dropoff } }),
        trackingNumber: order?.guid ?? null,
      };
    },
    async createGuestPaymentSession({ params, origin }) {
      const { id } = await requireByPaymentKey(params.key);
      return payments.createSession({
        guestRequestId: id,
        origin: returnOrigin(origin, settings.publicUrl),
      });
    },
  } satisfies Partial<Handlers>;
}

/** A client may choose a key such as `1` for its request. Then no one can read the request with it. (SEC-20) */
function requireUnguessable(key: string): string {
  if (!v.is(v.pipe(v.string(), v.uuid()), key)) throw new ApiError(404, NOT_FOUND_CODE);
  return key;
}
