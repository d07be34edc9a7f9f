import { REQUEST_STATUS } from '../../src/contract/status.ts';
import type { Handlers } from '../http/endpoints.ts';
import type { HandlerDependencies } from '../http/handler-dependencies.ts';
import { createOnce, hashBody } from '../http/idempotency.ts';
import { enqueueForwarding } from '../jobs/forward-job.ts';
import { findGuestRequestByKey, insertGuestRequest } from '../queries/guest-requests.ts';

export function guestRequestHandlers(
  dependencies: HandlerDependencies,
): Pick<Handlers, 'submitGuestRequest'> {
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
  };
}
