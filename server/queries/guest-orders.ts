import { randomUUID } from 'node:crypto';
import { EVENT_TYPE, ORDER_STATUS, REQUEST_STATUS } from '../../src/contract/status.ts';
import type { Db } from '../db/database.ts';
import { guestEmailJob } from './emails.ts';
import { lockGuestRequest, updateGuestRequest } from './guest-requests.ts';
import { findOrderOf, insertOrder, insertOrderEvents, type OrderRow } from './orders.ts';

type OrderTowns = { fromTown: string | null; toTown: string | null };

/** Creates the order of a request that was accepted. It has the reference of the request. */
export async function startOrder(
  tx: Db,
  { fromTown, toTown }: OrderTowns,
  request: Partial<Pick<OrderRow, 'userId' | 'deliveryRequestId' | 'guestRequestId'>> &
    Pick<OrderRow, 'referenceNumber' | 'created'>,
  now: Date,
): Promise<OrderRow> {
  const { created, ...columns } = request;
  const order = await insertOrder(tx, {
    ...columns,
    guid: randomUUID(),
    status: ORDER_STATUS.accepted,
    fromTown,
    toTown,
    created: now,
  });
  await insertOrderEvents(tx, order.id, [
    { type: EVENT_TYPE.requestCreated, time: created },
    { type: EVENT_TYPE.requestAccepted, time: now },
    { type: EVENT_TYPE.orderCreated, time: now },
  ]);
  return order;
}

/**
 * Creates the order of a guest's request that was accepted and is paid now, and queues an email with its tracking number.
 * Returns whether this call created it.
 */
export async function startGuestOrder(tx: Db, id: number, now: Date): Promise<boolean> {
  const request = await lockGuestRequest(tx, id);
  if (request?.status !== REQUEST_STATUS.waitingPayment) return false;
  if ((await findOrderOf(tx, 'guestRequestId', id)) !== undefined) return false;
  const { referenceNumber, created } = request;
  await startOrder(tx, request, { guestRequestId: id, referenceNumber, created }, now);
  await updateGuestRequest(tx, id, { status: REQUEST_STATUS.accepted });
  await guestEmailJob.enqueue(tx, { requestId: id, event: 'accepted' });
  return true;
}
