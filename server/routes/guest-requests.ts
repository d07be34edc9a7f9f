import { REQUEST_STATUS } from '../../src/contract/status.ts';
import type { Handlers } from '../http/endpoints.ts';
import type { HandlerDependencies } from '../http/handler-dependencies.ts';
import { createOnce, hashBody } from '../http/idempotency.ts';
import { enqueueForwarding } from '../jobs/forward-job.ts';
import { findGuestRequestByKey, insertGuestRequest } from '../queries/guest-requests.ts';
import { findOrderByGuestRequest } from '../queries/orders.ts';
import { requireFound } from './params.ts';

export function guestRequestHandlers(
  dependencies: HandlerDependencies,
): Pick<Handlers, 'submitGuestRequest' | 'getGuestRequest'> {
  const { db, clock, settings } = dependencies;
  return {
    async submitGuestRequest({ body, idempotencyKey, setHeader }) {
      const hash = hashBody(body);
      const { row, isReplay } = await createOnce(
        db,
        { owner: 'guests', key: idempotencyKey, hash },
        {
          find: findGuestRequestByKey,
          async insert(tx) {
            const row = await insertGuestRequest(tx, {
              ...body,
              created: clock.now(),
              status: REQUEST_STATUS.submitted,
              idempotencyKey: idempotencyKey ?? null,
              idempotencyHash: hash,
            });
            if (row !== undefined && settings.hookUrl !== undefined) await enqueueForwarding(tx, row);
            return row;
          },
        },
      );
      if (isReplay) setHeader('idempotency-replayed', 'true');
      return { id: row.id };
    },
    async getGuestRequest({ params }) {
      const request = requireFound(await findGuestRequestByKey(db, params.key), 'ORDER_REQUEST_NOT_FOUND');
      const order = await findOrderByGuestRequest(db, request.id);
      return { id: request.id, status: request.status, trackingNumber: order?.guid ?? null };
    },
  };
}
