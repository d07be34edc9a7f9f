import type { DeliveryRequest } from '../../src/contract/delivery-request.ts';
import { isAwaitingPayment } from '../../src/contract/rules.ts';
import { createTurnQueue } from '../accounts/turn-queue.ts';
import { LIST_MAX_WAIT_MS } from '../config/limits.ts';
import type { Db } from '../db/database.ts';
import { createRequest, deleteRequest, editRequest } from '../deliveries/delivery-requests.ts';
import { locateRoute } from '../deliveries/locate-route.ts';
import { estimatePrice } from '../deliveries/pricing.ts';
import type { Handlers } from '../endpoints/customer-endpoints.ts';
import type { HandlerDependencies } from '../endpoints/handler-dependencies.ts';
import { presentDeliveryRequest } from '../endpoints/presenters.ts';
import { DEFAULT_PAGE_SIZE, positionText, splitPage } from '../http/pagination.ts';
import { parseIdParam, requireFound } from '../http/params.ts';
import { returnOrigin } from '../payments/return-origin.ts';
import {
  type DeliveryRequestRow,
  findDeliveryRequest,
  listDeliveryRequestsPage,
} from '../queries/delivery-requests.ts';
import { findOrdersOf } from '../queries/orders.ts';
import type { DeliveryPageRequest, Position } from '../queries/page-request.ts';

type RequestEndpoints =
  | 'estimatePrice'
  | 'createDeliveryRequest'
  | 'editDeliveryRequest'
  | 'deleteDeliveryRequest'
  | 'listDeliveryRequests'
  | 'getDeliveryRequest';

const NOT_FOUND_CODE = 'ORDER_REQUEST_NOT_FOUND';

export function deliveryRequestHandlers(dependencies: HandlerDependencies): Pick<Handlers, RequestEndpoints> {
  const { db, places, payments, settings } = dependencies;
  const { tariff } = settings.business;
  const deliveries = { ...dependencies, tariff };

  // A process prepares one long page at a time, because each blocks all other requests for some milliseconds.
  const takeTurn = createTurnQueue({ slots: 1, capacity: 50, maxWaitMs: LIST_MAX_WAIT_MS });

  const present = async (row: DeliveryRequestRow) =>
    presentDeliveryRequest(row, (await findOrdersOf(db, 'deliveryRequestId', [row.id])).get(row.id));

  return {
    async estimatePrice({ body }) {
      return estimatePrice(body, await locateRoute(places, body), tariff);
    },

    async createDeliveryRequest({ body, session: { user }, idempotencyKey, setHeader, ...call }) {
      const origin = returnOrigin(call, settings.publicUrl);
      const created = await createRequest(deliveries, user.id, body, { idempotencyKey, origin });
      if (created.isReplay) {
        setHeader('idempotency-replayed', 'true');
        return present(created.row);
      }
      return { ...(await present(created.row)), checkoutUrl: created.checkoutUrl };
    },

    async editDeliveryRequest({ body, params, session: { user } }) {
      return present(await editRequest(deliveries, user.id, parseIdParam(params.id, NOT_FOUND_CODE), body));
    },

    async deleteDeliveryRequest({ params, session: { user } }) {
      await deleteRequest(dependencies, user.id, parseIdParam(params.id, NOT_FOUND_CODE));
      return {};
    },

    async listDeliveryRequests({ session: { user }, query, turn, linkToNext }) {
      const read = () => readDeliveryPage(db, user.id, query);
      const isLong = query.limit > DEFAULT_PAGE_SIZE;
      const { page, last } = await (isLong ? takeTurn(turn, read) : read());
      if (last) linkToNext(positionText(last));
      return page;
    },

    async getDeliveryRequest({ params, session: { user } }) {
      const id = parseIdParam(params.id, NOT_FOUND_CODE);
      const row = requireFound(await findDeliveryRequest(db, id, user.id), NOT_FOUND_CODE);
      if (!isAwaitingPayment(row)) return present(row);
      // The customer may just have returned from the checkout, ahead of the webhook.
      await payments.refresh(id);
      return present(requireFound(await findDeliveryRequest(db, id, user.id), NOT_FOUND_CODE));
    },
  };
}

/** One page of a customer's deliveries with their orders, newest first, and its last row if more follow. */
export async function readDeliveryPage(
  db: Db,
  userId: number,
  request: DeliveryPageRequest,
): Promise<{ page: DeliveryRequest[]; last: Position | undefined }> {
  const { page, last } = splitPage(await listDeliveryRequestsPage(db, userId, request), request.limit);
  const ids = page.map(({ id }) => id);
  const orders = await findOrdersOf(db, 'deliveryRequestId', ids);
  return { page: page.map((row) => presentDeliveryRequest(row, orders.get(row.id))), last };
}
