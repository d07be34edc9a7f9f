import { acceptGuestRequest, acceptRequest } from '../deliveries/accept-request.ts';
import { confirmPlaces } from '../deliveries/confirm-places.ts';
import { recordOrderEvent } from '../deliveries/order-events.ts';
import type { OperatorHandlers } from '../endpoints/operator-endpoints.ts';
import { presentDeliveryRequest, presentOrder } from '../endpoints/presenters.ts';
import type { HandlerDependencies } from '../endpoints/server-endpoint.ts';
import { parseGuidParam, parseIdParam, requireFound } from '../http/read-request.ts';
import { findGuestRequest, type GuestRequestRow } from '../queries/guest-requests.ts';
import { listAllRequests, listGuestRequests } from '../queries/operator-search.ts';
import { findOrderByGuid, findOrderOf, type OrderWithHistory } from '../queries/orders.ts';
import { DEFAULT_PAGE_SIZE, splitPage } from '../queries/pagination.ts';

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
      const accepted = await findOrderOf(db, 'guestRequestId', id);
      return presentGuestRequest(request, accepted, settings.publicUrl);
    },

    async operatorRecordOrderEvent({ params, body, operator }) {
      const guid = parseGuidParam(params.guid);
      await recordOrderEvent(dependencies, guid, body, operator);
      return presentOrderWith(guid);
    },
  } satisfies Partial<OperatorHandlers>;
}

/** The operators' lists: one page, oldest first unless `order=newest` is given. */
export function listHandlers({ settings }: HandlerDependencies) {
  return {
    async operatorListDeliveryRequests({ query: { limit = DEFAULT_PAGE_SIZE, ...query }, linkToNext, read }) {
      const rows = await read((db) => listAllRequests(db, { ...query, limit }));
      const { page, last } = splitPage(rows, limit);
      if (last) linkToNext(last.request.id);
      return page.map(({ request, customer, order }) => ({
        ...presentDeliveryRequest(request, order),
        // Coordinates that do not fit the text: call the customer before the driver leaves.
        isPlaceDoubtful: request.isPlaceDoubtful,
        customer,
      }));
    },

    async operatorListGuestRequests({ query: { limit = DEFAULT_PAGE_SIZE, ...query }, linkToNext, read }) {
      const rows = await read((db) => listGuestRequests(db, { ...query, limit }));
      const { page, last } = splitPage(rows, limit);
      if (last) linkToNext(last.request.id);
      return page.map(({ request, order }) => presentGuestRequest(request, order, settings.publicUrl));
    },
  } satisfies Partial<OperatorHandlers>;
}

/** A guest's request as operators see it: with the address of its payment page, and without the keys of the device. */
function presentGuestRequest(
  { idempotencyKey: _key, idempotencyHash: _hash, ...row }: GuestRequestRow,
  order: OrderWithHistory | undefined,
  publicUrl: string,
) {
  const { priceCents, paymentKey, fromTown: _from, toTown: _to, ...request } = row;
  return {
    ...request,
    created: row.created.toISOString(),
    amount: priceCents === null ? null : priceCents / 100,
    paymentUrl: paymentKey === null ? null : `${publicUrl}/pay/${paymentKey}`,
    order: order ? presentOrder(order) : null,
  };
}
