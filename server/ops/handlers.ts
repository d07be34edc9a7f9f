import { acceptGuestRequest, acceptRequest } from '../deliveries/accept-request.ts';
import { confirmPlaces } from '../deliveries/confirm-places.ts';
import { recordOrderEvent } from '../deliveries/order-events.ts';
import type { OperatorHandlers } from '../endpoints/operator-endpoints.ts';
import { presentDeliveryRequest, presentOrder } from '../endpoints/presenters.ts';
import type { HandlerDependencies } from '../endpoints/server-endpoint.ts';
import { parseGuidParam, parseIdParam, requireFound } from '../http/read-request.ts';
import { insertAudit, listAudit, listPolicyViolations } from '../queries/audit.ts';
import { findGuestRequest, type GuestRequestRow } from '../queries/guest-requests.ts';
import { listFailedJobs, retryFailedJob } from '../queries/jobs.ts';
import { listAllRequests, listGuestRequests } from '../queries/operator-search.ts';
import { findOrderByGuid, findOrderOf, type OrderWithHistory } from '../queries/orders.ts';
import { DEFAULT_PAGE_SIZE, splitPage } from '../queries/pagination.ts';
import { paymentHandlers } from './payment-handlers.ts';

const MAX_ROWS = 500;
const NOT_FOUND_CODE = 'ORDER_REQUEST_NOT_FOUND';

/**
 * A handler for every call of the operators' table; a missing one does not compile. The audit log records each change.
 * Lists are one page, oldest first unless `order=newest` is given.
 */
export function createOperatorHandlers(dependencies: HandlerDependencies): OperatorHandlers {
  const { db, clock, settings } = dependencies;
  const { publicUrl, business } = settings;
  const priced = { ...dependencies, tariff: business.tariff };
  const presentOrderWith = async (guid: string) =>
    presentOrder(requireFound(await findOrderByGuid(db, guid), 'ORDER_NOT_FOUND'));

  return {
    ...paymentHandlers(dependencies),

    async operatorListDeliveryRequests({ query: { limit = DEFAULT_PAGE_SIZE, ...query }, linkToNext, read }) {
      const rows = await read((from) => listAllRequests(from, { ...query, limit }));
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
      const rows = await read((from) => listGuestRequests(from, { ...query, limit }));
      const { page, last } = splitPage(rows, limit);
      if (last) linkToNext(last.request.id);
      return page.map(({ request, order }) => presentGuestRequest(request, order, publicUrl));
    },

    async operatorAcceptDeliveryRequest({ params, body, operator }) {
      const id = parseIdParam(params.id, NOT_FOUND_CODE);
      return presentOrderWith((await acceptRequest(dependencies, id, { ...body, operator })).guid);
    },

    async operatorConfirmPlaces({ params, body, operator }) {
      const id = parseIdParam(params.id, NOT_FOUND_CODE);
      const request = await confirmPlaces(priced, id, body, operator);
      return presentDeliveryRequest(request, undefined);
    },

    async operatorAcceptGuestRequest({ params, body: { amount, isPaidOtherwise }, operator }) {
      const id = parseIdParam(params.id, NOT_FOUND_CODE);
      const amountCents = amount === undefined ? undefined : Math.round(amount * 100);
      const options = { amountCents, isPaidOtherwise, operator };
      await acceptGuestRequest(priced, id, options);
      const request = requireFound(await findGuestRequest(db, id), NOT_FOUND_CODE);
      const accepted = await findOrderOf(db, 'guestRequestId', id);
      return presentGuestRequest(request, accepted, publicUrl);
    },

    async operatorRecordOrderEvent({ params, body, operator }) {
      const guid = parseGuidParam(params.guid);
      await recordOrderEvent({ db, clock, timeZone: business.timeZone }, guid, body, operator);
      return presentOrderWith(guid);
    },

    // The payload of a job may hold personal data, which operators must not see.
    async operatorListFailedJobs({ query: { after = 0, limit = DEFAULT_PAGE_SIZE }, linkToNext }) {
      const { page, last } = splitPage(await listFailedJobs(db, after, limit + 1), limit);
      if (last) linkToNext(last.id);
      return page;
    },

    async operatorRetryFailedJob({ params, operator }) {
      const id = parseIdParam(params.id, 'JOB_NOT_FOUND');
      await db.transaction(async (tx) => {
        const { kind } = requireFound(await retryFailedJob(tx, id), 'JOB_NOT_FOUND');
        const change = { before: { kind, state: 'failed' }, after: { kind, state: 'waiting' } };
        const [time, subject] = [clock.now(), `job ${id}`];
        await insertAudit(tx, { event: 'jobRetried', time, ...operator, subject, ...change });
      });
      return { id };
    },

    operatorListAudit: ({ query }) => listAudit(db, query.before, MAX_ROWS),

    operatorListPolicyViolations: () => listPolicyViolations(db, MAX_ROWS),
  };
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
    amount: priceCents === null ? null : priceCents / 100,
    paymentUrl: paymentKey === null ? null : `${publicUrl}/pay/${paymentKey}`,
    order: order ? presentOrder(order) : null,
  };
}
