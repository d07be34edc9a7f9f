import type { ReferenceStatus } from '../../src/contract/order.ts';
import { isAwaitingPayment } from '../../src/contract/rules.ts';
import { createTurnQueue } from '../accounts/turn-queue.ts';
import { CLIENT_REFERENCE_LIMIT, REFERENCE_LIMIT } from '../config/limits.ts';
import type { Db } from '../db/database.ts';
import { createRequest, deleteRequest, editRequest } from '../deliveries/delivery-requests.ts';
import { estimatePrice, locateRoute } from '../deliveries/pricing.ts';
import { presentDeliveryRequest, presentTracking } from '../endpoints/presenters.ts';
import type { HandlerDependencies, Handlers } from '../endpoints/server-endpoint.ts';
import type { Read } from '../http/read-position.ts';
import { parseGuidParam, parseIdParam, requireFound } from '../http/read-request.ts';
import { returnOrigin } from '../payments/payment-parameters.ts';
import {
  type DeliveryRequestRow,
  findDeliveryRequest,
  listDeliveryRequestsPage,
} from '../queries/delivery-requests.ts';
import { findOrderByGuid, findOrderOf, findStatusByReference } from '../queries/orders.ts';
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

/** The calls about customers' deliveries and their payments. */
export function deliveryRequestHandlers(dependencies: HandlerDependencies) {
  const { db, places, payments, settings } = dependencies;
  const { publicUrl, business } = settings;
  const { tariff } = business;
  const deliveries = { ...dependencies, tariff };

  // A process prepares one long page at a time, because each blocks all other requests for some milliseconds.
  const takeTurn = createTurnQueue({ slots: 1, capacity: 50, maxWaitMs: LIST_MAX_WAIT_MS });

  const present = async (row: DeliveryRequestRow) =>
    presentDeliveryRequest(row, await findOrderOf(db, 'deliveryRequestId', row.id));
  /** The customer may just have returned from the checkout, ahead of the webhook. */
  const findRefreshed = async (id: number, userId: number) => {
    const find = async () => requireFound(await findDeliveryRequest(db, id, userId), NOT_FOUND_CODE);
    const row = await find();
    if (!isAwaitingPayment(row)) return row;
    await payments.refresh(deliverySubject(id));
    return find();
  };

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
        return present(created.row);
      }
      return { ...presentDeliveryRequest(created.row, undefined), checkoutUrl: created.checkoutUrl };
    },
    async editDeliveryRequest({ body, params, session: { user }, ifMatch }) {
      return present(await editRequest(deliveries, user.id, idOf(params), body, ifMatch));
    },
    async deleteDeliveryRequest({ params, session: { user } }) {
      await deleteRequest(dependencies, user.id, idOf(params));
      return {};
    },
    async listDeliveryRequests({ session: { user }, query, turn, linkToNext, read }) {
      const readPage = () => read((from) => readDeliveryPage(from, user.id, query));
      const isLong = query.limit > DEFAULT_PAGE_SIZE;
      const { page, last } = await (isLong ? takeTurn(turn, readPage) : readPage());
      if (last) linkToNext(positionText(last));
      return page;
    },
    async getDeliveryRequest({ params, session: { user } }) {
      return present(await findRefreshed(idOf(params), user.id));
    },
    trackOrder: ({ params, read }) => read((from) => findTracking(from, params.orderGuid)),
    getReferenceStatus: ({ params, clientAddress, read }) =>
      findReferenceStatus({ ...dependencies, read }, params.reference, clientAddress),

    listPaymentMethods: ({ session: { user } }) => payments.listMethods(user.id),
    addPaymentMethod: ({ session: { user }, body }) => payments.addMethod(user.id, body.paymentMethodId),
    createSetupIntent: ({ session: { user } }) => payments.createSetupIntent(user.id),
    setDefaultPaymentMethod: ({ session: { user }, params }) => payments.setDefaultMethod(user.id, params.id),
    async removePaymentMethod({ session: { user }, params }) {
      await payments.removeMethod(user.id, params.id);
      return {};
    },
    async listPayments({ session: { user }, query, linkToNext }) {
      const { page, last } = await payments.listPaymentPage(user.id, query);
      if (last) linkToNext(positionText(last));
      return page;
    },
    createPaymentSession: ({ session: { user }, params, origin }) =>
      payments.createSession({
        userId: user.id,
        requestId: idOf(params),
        origin: returnOrigin(origin, publicUrl),
      }),
    chargeSavedCard: ({ session: { user }, params, body, origin }) =>
      payments.chargeSavedCard({
        userId: user.id,
        requestId: idOf(params),
        paymentMethodId: body.paymentMethodId,
        amountCents: Math.round(body.amount * 100),
        currency: body.currency,
        origin: returnOrigin(origin, publicUrl),
      }),
    async getDeliveryPayment({ session: { user }, params }) {
      const { id } = await findRefreshed(idOf(params), user.id);
      return { payment: (await payments.findPayment(user.id, id)) ?? null };
    },
  } satisfies Partial<Handlers>;
}

const idOf = ({ id }: { id: string }) => parseIdParam(id, NOT_FOUND_CODE);

/** One page of a customer's deliveries with their orders, newest first, and its last row if more follow. */
export async function readDeliveryPage(db: Db, userId: number, request: DeliveryPageRequest) {
  const { page, last } = splitPage(await listDeliveryRequestsPage(db, userId, request), request.limit);
  return { page: page.map((row) => presentDeliveryRequest(row, row.order)), last };
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
