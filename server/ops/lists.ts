import type { OperatorHandlers } from '../endpoints/operator-endpoints.ts';
import { presentDeliveryRequest, presentOrder } from '../endpoints/presenters.ts';
import type { HandlerDependencies } from '../endpoints/server-endpoint.ts';
import { DEFAULT_PAGE_SIZE, splitPage } from '../http/pagination.ts';
import type { GuestRequestRow } from '../queries/guest-requests.ts';
import { listAllRequests, listGuestRequests } from '../queries/operations.ts';
import { findOrdersOf, type OrderWithHistory } from '../queries/orders.ts';

/** The operators' lists: one page, oldest first unless `order=newest` is given. */
export function listHandlers({ db, settings }: HandlerDependencies) {
  return {
    async operatorListDeliveryRequests({ query, linkToNext }) {
      const filter = { ...query, limit: query.limit ?? DEFAULT_PAGE_SIZE };
      const { page, last } = splitPage(await listAllRequests(db, filter), filter.limit);
      const orders = await findOrdersOf(
        db,
        'deliveryRequestId',
        page.map(({ request }) => request.id),
      );
      if (last) linkToNext(last.request.id);
      return page.map(({ request, customer }) => ({
        ...presentDeliveryRequest(request, orders.get(request.id)),
        // Coordinates that do not fit the text: call the customer before the driver leaves.
        isPlaceDoubtful: request.isPlaceDoubtful,
        customer,
      }));
    },

    async operatorListGuestRequests({ query, linkToNext }) {
      const filter = { ...query, limit: query.limit ?? DEFAULT_PAGE_SIZE };
      const { page, last } = splitPage(await listGuestRequests(db, filter), filter.limit);
      const orders = await findOrdersOf(
        db,
        'guestRequestId',
        page.map((row) => row.id),
      );
      if (last) linkToNext(last.id);
      return page.map((row) => presentGuestRequest(row, orders.get(row.id), settings.publicUrl));
    },
  } satisfies Partial<OperatorHandlers>;
}

/** A guest's request as operators see it: with the address of its payment page, and without the keys of the device. */
export function presentGuestRequest(
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
