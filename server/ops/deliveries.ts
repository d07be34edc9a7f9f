import { acceptGuestRequest } from '../deliveries/accept-guest-request.ts';
import { acceptRequest } from '../deliveries/accept-request.ts';
import { confirmPlaces } from '../deliveries/confirm-places.ts';
import { recordOrderEvent } from '../deliveries/order-events.ts';
import type { OperatorHandlers } from '../endpoints/operator-endpoints.ts';
import { presentDeliveryRequest, presentOrder } from '../endpoints/presenters.ts';
import type { HandlerDependencies } from '../endpoints/server-endpoint.ts';
import { parseGuidParam, parseIdParam, requireFound } from '../http/read-request.ts';
import { findGuestRequest } from '../queries/guest-requests.ts';
import { findOrderByGuid, findOrdersOf } from '../queries/orders.ts';
import { presentGuestRequest } from './lists.ts';

const NOT_FOUND_CODE = 'ORDER_REQUEST_NOT_FOUND';

/** With these calls the dispatch office accepts and moves deliveries. Each is recorded in the audit log. */
export function deliveryHandlers(dependencies: HandlerDependencies) {
  const { db, settings } = dependencies;
  const { tariff } = settings.business;
  const presentOrderWith = async (guid: string) =>
    presentOrder(requireFound(await findOrderByGuid(db, guid), 'ORDER_NOT_FOUND'));

  return {
    async operatorAcceptDeliveryRequest({ params, body, operator }) {
      const id = parseIdParam(params.id, NOT_FOUND_CODE);
      return presentOrderWith((await acceptRequest(dependencies, id, { ...body, operator })).guid);
    },

    async operatorConfirmPlaces({ params, body, operator }) {
      const id = parseIdParam(params.id, NOT_FOUND_CODE);
      const request = await confirmPlaces({ ...dependencies, tariff }, id, body, operator);
      return presentDeliveryRequest(request, undefined);
    },

    async operatorAcceptGuestRequest({ params, body: { amount, isPaidOtherwise }, operator }) {
      const id = parseIdParam(params.id, NOT_FOUND_CODE);
      const amountCents = amount === undefined ? undefined : Math.round(amount * 100);
      const options = { amountCents, isPaidOtherwise, operator };
      await acceptGuestRequest({ ...dependencies, tariff }, id, options);
      const request = requireFound(await findGuestRequest(db, id), NOT_FOUND_CODE);
      const accepted = (await findOrdersOf(db, 'guestRequestId', [id])).get(id);
      return presentGuestRequest(request, accepted, settings.publicUrl);
    },

    async operatorRecordOrderEvent({ params, body, operator }) {
      const guid = parseGuidParam(params.guid);
      await recordOrderEvent(dependencies, guid, body, operator);
      return presentOrderWith(guid);
    },
  } satisfies Partial<OperatorHandlers>;
}
