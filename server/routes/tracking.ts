import type { ReferenceStatus } from '../../src/contract/order.ts';
import { CLIENT_REFERENCE_LIMIT, REFERENCE_LIMIT } from '../config/limits.ts';
import type { Db } from '../db/database.ts';
import { presentTracking } from '../endpoints/presenters.ts';
import type { HandlerDependencies, Handlers } from '../endpoints/server-endpoint.ts';
import type { Read } from '../http/read-position.ts';
import { parseGuidParam, requireFound } from '../http/read-request.ts';
import { findOrderByGuid, findStatusByReference } from '../queries/orders.ts';

/** The calls that anyone with a tracking number or a reference may make. */
export function trackingHandlers(dependencies: HandlerDependencies) {
  return {
    trackOrder: ({ params, read }) => read((from) => findTracking(from, params.orderGuid)),
    getReferenceStatus: ({ params, clientAddress, read }) =>
      findReferenceStatus({ ...dependencies, read }, params.reference, clientAddress),
  } satisfies Partial<Handlers>;
}

/**
 * Reads what anyone with the tracking number may see.
 * @throws ApiError 404 if there is no such number
 */
export async function findTracking(db: Db, number: string) {
  const guid = parseGuidParam(number);
  return presentTracking(requireFound(await findOrderByGuid(db, guid), 'ORDER_NOT_FOUND'));
}

/**
 * Reads what anyone with the reference may see. References are short enough to be guessed, so those that do not exist
 * count as guesses of the client and of everyone. (TRK-18)
 * @throws ApiError 404 if there is no such reference, 429 after too many guesses
 */
export async function findReferenceStatus(
  { read, limiter }: Pick<HandlerDependencies, 'limiter'> & { read: Read },
  reference: string,
  clientAddress: string,
): Promise<ReferenceStatus> {
  const guesses = [
    [CLIENT_REFERENCE_LIMIT, clientAddress],
    [REFERENCE_LIMIT, 'everyone'],
  ] as const;
  for (const [limit, who] of guesses) await limiter.consume(limit, who);
  const found = await read(async (db) =>
    requireFound(await findStatusByReference(db, reference.toUpperCase()), 'ORDER_NOT_FOUND'),
  );
  await Promise.all(guesses.map(([limit, who]) => limiter.restore(limit, who)));
  return found;
}
