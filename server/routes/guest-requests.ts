import { REQUEST_STATUS } from '../../src/contract/status.ts';
import type { Handlers } from '../http/mount.ts';
import { bodyHash, createOnce } from '../idempotency.ts';
import { GUEST_LIMIT } from '../limits.ts';
import { findGuestRequestByKey, insertGuestRequest } from '../queries/guest-requests.ts';
import type { World } from '../world.ts';

export function guestRequestHandlers(world: World): Pick<Handlers, 'submitGuestRequest'> {
  const { db, clock, limiter } = world;
  return {
    async submitGuestRequest({ body, clientAddress, idempotencyKey, setHeader }) {
      await limiter.spend(GUEST_LIMIT, clientAddress);
      const hash = bodyHash(body);
      const { row, isReplay } = await createOnce(
        db,
        { owner: 'guests', key: idempotencyKey, hash },
        {
          find: findGuestRequestByKey,
          insert: (tx) =>
            insertGuestRequest(tx, {
              ...body,
              created: clock.now(),
              status: REQUEST_STATUS.submitted,
              idempotencyKey: idempotencyKey ?? null,
              idempotencyHash: hash,
            }),
        },
      );
      if (isReplay) setHeader('idempotency-replayed', 'true');
      return { id: row.id };
    },
  };
}
