import { acceptGuestRequest } from '../deliveries/accept-guest-request.ts';
import { acceptRequest } from '../deliveries/accept-request.ts';
import { confirmPlaces } from '../deliveries/confirm-places.ts';
import { recordOrderEvent } from '../deliveries/order-events.ts';
import type { OperatorHandlers } from '../endpoints/operator-endpoints.ts';
import { presentDeliveryRequest, presentOrder } from '../endpoints/presenters.ts';
import type { HandlerDependencies } from '../endpoints/server-endpoint.ts';
import { parseGuidParam, parseIdParam, requireFound } from '../http/read-request.ts';
import { insertAudit } from '../queries/audit.ts';
import { findGuestRequest } from '../queries/guest-requests.ts';
import { findOrderByGuid, findOrderOf, findOrdersOf } from '../queries/orders.ts';
import { presentGuestRequest } from './lists.ts';

const NOT_FOUND_CODE = 'ORDER_REQUEST_NOT_FOUND';

/** With these calls the dispatch office accepts and moves deliveries. Each is recorded in the audit log. */
export function deliveryHandlers(dependencies: HandlerDependencies) {
  const { db, clock, settings } = dependencies;
  const { tariff } = settings.business;
  const presentOrderWith = async (guid: string) =>
    presentOrder(requireFound(await findOrderByGuid(db, guid), 'ORDER_NOT_FOUND'));

  return {
    async operatorAcceptDeliveryRequest({ params, body, operator }) {
      const id = parseIdParam(params.id, NOT_FOUND_CODE);
      const accepted = await acceptRequest(dependencies, id, {
        ...body,
        record: (tx, { before, after, order }) =>
          insertAudit(tx, {
            event: 'requestAccepted',
            time: clock.now(),
            ...operator,
            subject: `request ${id}`,
            before: { status: before },
            after: { status: after, order, ...(body.ignorePayment ? { ignorePayment: 1 } : {}) },
          }),
      });
      return presentOrderWith(accepted.guid);
    },

    async operatorConfirmPlaces({ params, body, operator }) {
      const id = parseIdParam(params.id, NOT_FOUND_CODE);
      const request = await confirmPlaces({ ...dependencies, tariff }, id, {
        points: body,
        record: (tx, before, after) =>
          insertAudit(tx, {
            event: 'placesConfirmed',
            time: clock.now(),
            ...operator,
            subject: `request ${id}`,
            before: { cents: before.priceCents },
            after: { cents: after.priceCents },
          }),
      });
      return presentDeliveryRequest(request, undefined);
    },

    async operatorAcceptGuestRequest({ params, body: { amount, isPaidOtherwise }, operator }) {
      const id = parseIdParam(params.id, NOT_FOUND_CODE);
      await acceptGuestRequest({ ...dependencies, tariff }, id, {
        amountCents: amount === undefined ? undefined : Math.round(amount * 100),
        isPaidOtherwise,
        async record(tx, before, after) {
          const order = await findOrderOf(tx, 'guestRequestId', id);
          await insertAudit(tx, {
            event: 'guestRequestAccepted',
            time: clock.now(),
            ...operator,
            subject: `guest request ${id}`,
            before: { status: before.status, cents: before.priceCents ?? 0 },
            after: {
              status: after.status,
              cents: after.priceCents ?? 0,
              ...(isPaidOtherwise ? { isPaidOtherwise: 1 } : {}),
              ...(order === undefined ? {} : { order: order.id }),
            },
          });
        },
      });
      const request = requireFound(await findGuestRequest(db, id), NOT_FOUND_CODE);
      const accepted = (await findOrdersOf(db, 'guestRequestId', [id])).get(id);
      return presentGuestRequest(request, accepted, settings.publicUrl);
    },

    async operatorRecordOrderEvent({ params, body, operator }) {
      const guid = parseGuidParam(params.guid);
      await db.transaction(async (tx) => {
        const before = await findOrderByGuid(tx, guid);
        await recordOrderEvent({ db: tx, clock }, guid, body);
        const after = await findOrderByGuid(tx, guid);
        if (before === undefined || after === undefined) return;
        await insertAudit(tx, {
          event: 'orderEventRecorded',
          time: clock.now(),
          ...operator,
          subject: `order ${after.id}`,
          before: { status: before.status },
          after: { status: after.status, type: body.type },
        });
      });
      return presentOrderWith(guid);
    },
  } satisfies Partial<OperatorHandlers>;
}
