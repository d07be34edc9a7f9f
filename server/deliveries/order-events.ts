import * as v from 'valibot';
import { MAX_DELIVERY_ATTEMPTS } from '../../src/contract/constants.ts';
import { apiDay } from '../../src/contract/date-text.ts';
import { EVENT_TYPE, FINAL_ORDER_STATUSES, ORDER_STATUS, REQUEST_STATUS } from '../../src/contract/status.ts';
import { text } from '../../src/contract/text.ts';
import type { Db } from '../db/database.ts';
import type { Clock } from '../dependencies.ts';
import { ApiError, invalidFieldError } from '../http/api-error.ts';
import { requireFound } from '../http/read-request.ts';
import { refundDelivery } from '../payments/refunds.ts';
import { insertAudit, type Operator } from '../queries/audit.ts';
import { updateDeliveryRequest } from '../queries/delivery-requests.ts';
import { type DeliveryEmailEvent, enqueueDeliveryEmail } from '../queries/emails.ts';
import { Day } from '../queries/operator-search.ts';
import * as orders from '../queries/orders.ts';
import { enqueuePushes } from '../queries/push.ts';

/** The order status that each event type sets; an event type without a status changes nothing. */
const STATUS_BY_EVENT_TYPE: Record<number, number> = {
  [EVENT_TYPE.orderCreated]: ORDER_STATUS.accepted,
  [EVENT_TYPE.requestAccepted]: ORDER_STATUS.accepted,
  [EVENT_TYPE.scheduled]: ORDER_STATUS.scheduled,
  [EVENT_TYPE.rescheduled]: ORDER_STATUS.scheduled,
  [EVENT_TYPE.pickedUp]: ORDER_STATUS.inTransit,
  [EVENT_TYPE.inTransit]: ORDER_STATUS.inTransit,
  [EVENT_TYPE.delivered]: ORDER_STATUS.delivered,
  [EVENT_TYPE.pickupFailed]: ORDER_STATUS.issue,
  [EVENT_TYPE.deliveryFailed]: ORDER_STATUS.issue,
  [EVENT_TYPE.requestCancelled]: ORDER_STATUS.canceled,
};

const wholeNumber = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(max));

/** The clock of an operator's system may be ahead by this much. An event can never be removed from the history. */
const CLOCK_SKEW_MS = 5 * 60_000;

/** An event that an operator reports. `time` defaults to now; `status` overrides the status of the event type. */
export const OrderEventInput = v.strictObject(
  {
    type: wholeNumber(EVENT_TYPE.requestCancelled),
    time: v.optional(
      v.pipe(
        v.string(),
        v.isoTimestamp('Must be a time like 2026-11-01T14:00:00Z'),
        v.check(
          // JavaScript reads no offset without minutes, such as +05.
          (value) => v.is(Day, value.slice(0, 10)) && !Number.isNaN(Date.parse(value)),
          'Must be a time that exists',
        ),
      ),
    ),
    status: v.optional(wholeNumber(ORDER_STATUS.returned)),
    deliveryDate: v.optional(Day),
    deliveryTime: v.optional(text(100)),
  },
  'There is no such field',
);
export type OrderEventInput = v.InferOutput<typeof OrderEventInput>;

/**
 * Records an event and updates the status of the order. The request is closed when the order is delivered, canceled
 * or returned. After the third failed delivery attempt the package is returned. The day that was planned for a failed
 * attempt does not count any more.
 * Canceling refunds what was paid. An event of a type and time that the order has already changes nothing, so that a call
 * without a response can be repeated.
 * @throws ApiError 400 for a time in the future, 404 for an unknown guid, 409 ORDER_CLOSED if the order is closed and no
 * status is given, 409 ORDER_ARCHIVED if its delivery was deleted
 */
export async function recordOrderEvent(
  { db, clock, timeZone }: { db: Db; clock: Clock; timeZone: string },
  guid: string,
  event: OrderEventInput,
  operator?: Operator,
): Promise<void> {
  await db.transaction(async (tx) => {
    const order = requireFound(await orders.lockOrder(tx, guid), 'ORDER_NOT_FOUND');
    // Nothing leads from the order to its payment and its customer any more.
    if (order.deliveryRequestId === null && order.guestRequestId === null) {
      throw new ApiError(409, 'ORDER_ARCHIVED');
    }
    if (await isRepetition(tx, order, event)) return;
    const isClosed = FINAL_ORDER_STATUSES.includes(order.status);
    if (isClosed && event.status === undefined) throw new ApiError(409, 'ORDER_CLOSED');

    const now = clock.now();
    const time = event.time === undefined ? now : new Date(event.time);
    if (time.getTime() > now.getTime() + CLOCK_SKEW_MS) {
      throw invalidFieldError('time', 'Must not be in the future');
    }
    const failedAttempts = order.failedAttempts + (event.type === EVENT_TYPE.deliveryFailed ? 1 : 0);
    const status = nextStatus(order, event, failedAttempts);
    await orders.insertOrderEvents(tx, order.id, [{ type: event.type, time }]);
    await orders.updateOrder(tx, order.id, {
      status,
      failedAttempts,
      deliveredTime: status === ORDER_STATUS.delivered ? (order.deliveredTime ?? time) : null,
      ...(isPlanOver(order, event, apiDay(time, timeZone)) ? { deliveryDate: null, deliveryTime: null } : {}),
      ...(event.deliveryDate === undefined ? {} : { deliveryDate: event.deliveryDate }),
      ...(event.deliveryTime === undefined ? {} : { deliveryTime: event.deliveryTime }),
    });
    const isCanceled = status === ORDER_STATUS.canceled && order.status !== ORDER_STATUS.canceled;
    if (isCanceled) await refundDelivery(tx, order, now);
    if (isWorthPushing(order, event, status)) await enqueuePushes(tx, order);
    if (order.deliveryRequestId !== null) {
      const isFinal = FINAL_ORDER_STATUSES.includes(status);
      const requestStatus = isFinal ? REQUEST_STATUS.closed : REQUEST_STATUS.accepted;
      await updateDeliveryRequest(tx, order.deliveryRequestId, { status: requestStatus, lastModified: now });
      const mail = emailOf(event, order.status, status);
      if (mail !== undefined) await enqueueDeliveryEmail(tx, order.deliveryRequestId, mail);
    }
    if (operator === undefined) return;
    const change = { before: { status: order.status }, after: { status, type: event.type } };
    const subject = `order ${order.id}`;
    await insertAudit(tx, { event: 'orderEventRecorded', time: now, ...operator, subject, ...change });
  });
}

/** An event that sets a status or another arrival corrects what is known. Without a time it happens now. */
async function isRepetition(tx: Db, order: orders.OrderRow, event: OrderEventInput): Promise<boolean> {
  if (event.time === undefined || event.status !== undefined || changesArrival(order, event)) return false;
  return orders.hasOrderEvent(tx, order.id, { type: event.type, time: new Date(event.time) });
}

function changesArrival(order: orders.OrderRow, { deliveryDate, deliveryTime }: OrderEventInput): boolean {
  return (
    (deliveryDate !== undefined && deliveryDate !== order.deliveryDate) ||
    (deliveryTime !== undefined && deliveryTime !== order.deliveryTime)
  );
}

function isFailedAttempt({ type }: OrderEventInput): boolean {
  return type === EVENT_TYPE.pickupFailed || type === EVENT_TYPE.deliveryFailed;
}

/** Whether an attempt on this day was the planned one and has failed, and no other is planned. */
function isPlanOver({ deliveryDate }: orders.OrderRow, event: OrderEventInput, day: string): boolean {
  const isPlannedAgain = event.deliveryDate !== undefined || event.deliveryTime !== undefined;
  return isFailedAttempt(event) && !isPlannedAgain && deliveryDate !== null && deliveryDate <= day;
}

/** A new status or arrival, and each failed attempt. */
function isWorthPushing(order: orders.OrderRow, event: OrderEventInput, status: number): boolean {
  return status !== order.status || changesArrival(order, event) || isFailedAttempt(event);
}

/** The email that an event causes. An operator who corrects a status causes none unless the status changes. */
function emailOf({ type }: OrderEventInput, before: number, after: number): DeliveryEmailEvent | undefined {
  if (after !== before) {
    if (after === ORDER_STATUS.delivered) return 'delivered';
    if (after === ORDER_STATUS.canceled) return 'cancelled';
    if (after === ORDER_STATUS.returned) return 'returned';
  }
  if (type === EVENT_TYPE.pickedUp && after === ORDER_STATUS.inTransit) return 'collected';
  if (type === EVENT_TYPE.pickupFailed && after === ORDER_STATUS.issue) return 'pickupFailed';
  if (type === EVENT_TYPE.deliveryFailed && after === ORDER_STATUS.issue) return 'deliveryFailed';
  return undefined;
}

function nextStatus(order: orders.OrderRow, event: OrderEventInput, failedAttempts: number): number {
  if (event.status !== undefined) return event.status;
  if (event.type === EVENT_TYPE.deliveryFailed && failedAttempts >= MAX_DELIVERY_ATTEMPTS) {
    return ORDER_STATUS.returned;
  }
  return STATUS_BY_EVENT_TYPE[event.type] ?? order.status;
}
