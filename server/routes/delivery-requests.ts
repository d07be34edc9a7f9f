import { isAwaitingPayment } from '../../src/contract/rules.ts';
import { createTurnQueue } from '../accounts/turn-queue.ts';
import type { Db } from '../db/database.ts';
import { createRequest, deleteRequest, editRequest } from '../deliveries/delivery-requests.ts';
import { estimatePrice, locateRoute } from '../deliveries/pricing.ts';
import { presentDeliveryRequest } from '../endpoints/presenters.ts';
import type { HandlerDependencies, Handlers } from '../endpoints/server-endpoint.ts';
import { parseIdParam, requireFound } from '../http/read-request.ts';
import { returnOrigin } from '../payments/payment-parameters.ts';
import {
  type DeliveryRequestRow,
  type DeliveryRequestWithPayment,
  findDeliveryRequest,
  listDeliveryRequestsPage,
} from '../queries/delivery-requests.ts';
import { findOrderOf } from '../queries/orders.ts';
import {
  DEFAULT_PAGE_SIZE,
  type DeliveryPageRequest,
  positionText,
  splitPage,
} from '../queries/pagination.ts';
import { deliverySubject } from '../queries/payments.ts';

const NOT_FOUND_CODE = 'ORDER_REQUEST_NOT_FOUND';
/** How long a long page of a list waits for those of other requests. */
const LIST_MAX_WAIT_MS = 8000;

export function deliveryRequestHandlers(dependencies: HandlerDependencies) {
  const { db, places, settings } = dependencies;
  const { publicUrl, business } = settings;
  const { tariff } = business;
  const deliveries = { ...dependencies, tariff };

  // A process prepares one long page at a time, because each blocks all other requests for some milliseconds.
  const takeTurn = createTurnQueue({ slots: 1, capacity: 50, maxWaitMs: LIST_MAX_WAIT_MS });

  const present = async (row: DeliveryRequestWithPayment) =>
    presentDeliveryRequest(row, await findOrderOf(db, 'deliveryRequestId', row.id));
  const presentAgain = async ({ id, userId }: DeliveryRequestRow) =>
    present(requireFound(await findDeliveryRequest(db, id, userId), NOT_FOUND_CODE));

  return {
    async estimatePrice({ body }) {
      return estimatePrice(body, await locateRoute(places, body), tariff);
    },
    async createDeliveryRequest({ body, session: { user }, idempotencyKey, origin, setHeader }) {
      const created = await createRequest(deliveries, user.id, body, {
        idempotencyKey,
        origin: returnOrigin(origin, publicUrl),
      });
      if (created.isReplay) {
        setHeader('idempotency-replayed', 'true');
        return presentAgain(created.row);
      }
      const row = { ...created.row, isPaymentProcessing: false, isPaymentRefunded: false };
      return { ...presentDeliveryRequest(row, undefined), checkoutUrl: created.checkoutUrl };
    },
    async editDeliveryRequest({ body, params, session: { user }, ifMatch }) {
      return presentAgain(await editRequest(deliveries, user.id, idOf(params), body, ifMatch));
    },
    deleteDeliveryRequest: async ({ params, session: { user } }) =>
      deleteRequest(dependencies, user.id, idOf(params)),
    async listDeliveryRequests({ session: { user }, query, turn, linkToNext, read }) {
      const readPage = () => read((from) => readDeliveryPage(from, user.id, query));
      const isLong = query.limit > DEFAULT_PAGE_SIZE;
      const { page, last } = await (isLong ? takeTurn(turn, readPage) : readPage());
      if (last) linkToNext(positionText(last));
      return page;
    },
    async getDeliveryRequest({ params, session: { user } }) {
      return present(await findRefreshed(dependencies, params, user.id));
    },
  } satisfies Partial<Handlers>;
}

/** @throws ApiError 404 if it is not an id */
export const idOf = ({ id }: { id: string }) => parseIdParam(id, NOT_FOUND_CODE);

/** Reads a customer's delivery. The customer may just have returned from the checkout, ahead of the webhook. */
export async function findRefreshed(
  { db, payments }: Pick<HandlerDependencies, 'db' | 'payments'>,
  params: { id: string },
  userId: number,
) {
  const id = idOf(params);
  const find = async () => requireFound(await findDeliveryRequest(db, id, userId), NOT_FOUND_CODE);
  const row = await find();
  if (!isAwaitingPayment(row)) return row;
  await payments.refresh(deliverySubject(id));
  return find();
}

/** One page of a customer's deliveries with their orders, newest first, and its last row if more follow. */
export async function readDeliveryPage(db: Db, userId: number, request: DeliveryPageRequest) {
  const { page, last } = splitPage(await listDeliveryRequestsPage(db, userId, request), request.limit);
  return { page: page.map((row) => presentDeliveryRequest(row, row.order)), last };
}
