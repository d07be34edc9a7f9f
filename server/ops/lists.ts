import type { Context, Hono } from 'hono';
import * as v from 'valibot';
import { REQUEST_STATUS } from '../../src/contract/status.ts';
import { requiredText } from '../../src/contract/text.ts';
import type { HandlerDependencies } from '../endpoints/handler-dependencies.ts';
import { presentDeliveryRequest, presentOrder } from '../endpoints/presenters.ts';
import type { AppEnv } from '../http/hono-env.ts';
import { DEFAULT_PAGE_SIZE, nextLink, PageSize, splitPage } from '../http/pagination.ts';
import { rejectOtherMethods } from '../http/reject-other-methods.ts';
import { validate } from '../http/validate.ts';
import type { GuestRequestRow } from '../queries/guest-requests.ts';
import { listAllRequests, listGuestRequests, type OperatorFilter } from '../queries/operations.ts';
import { findOrdersByGuestRequests, findOrdersByRequests, type OrderWithHistory } from '../queries/orders.ts';
import { Day, Id } from './query-schemas.ts';

const Search = requiredText(100, 'Must not be empty');

export const ListQuery = v.strictObject(
  {
    limit: v.optional(PageSize),
    after: v.optional(Id),
    order: v.optional(v.picklist(['oldest', 'newest'], 'Must be oldest or newest')),
    status: v.optional(
      v.pipe(
        v.string(),
        v.regex(new RegExp(`^[0-${REQUEST_STATUS.closed}]$`), 'Must be a request status'),
        v.transform(Number),
      ),
    ),
    reference: v.optional(Search),
    place: v.optional(Search),
    customer: v.optional(Search),
    created: v.optional(Day),
    deliveryDate: v.optional(Day),
    unclear: v.optional(
      v.pipe(
        v.literal('1', 'Must be 1'),
        v.transform(() => true),
      ),
    ),
  },
  'There is no such parameter',
);

/**
 * The operators' lists: one page, oldest first unless `order=newest` is given, with a Link header that leads to
 * the next page.
 */
export function mountLists(app: Hono<AppEnv>, { db, settings }: HandlerDependencies): void {
  app.get('/ops/orderrequests', async (context) => {
    const filter = filterOf(context);
    const { page, last } = splitPage(await listAllRequests(db, filter), filter.limit);
    const orders = await findOrdersByRequests(
      db,
      page.map(({ request }) => request.id),
    );
    linkToNext(context, last?.request.id);
    return context.json(
      page.map(({ request, customer }) => ({
        ...presentDeliveryRequest(request, orders.get(request.id)),
        // Coordinates that do not fit the text: call the customer before the driver leaves.
        isPlaceDoubtful: request.isPlaceDoubtful,
        customer,
      })),
    );
  });

  app.get('/ops/guest-requests', async (context) => {
    const filter = filterOf(context);
    const { page, last } = splitPage(await listGuestRequests(db, filter), filter.limit);
    const orders = await findOrdersByGuestRequests(
      db,
      page.map((row) => row.id),
    );
    linkToNext(context, last?.id);
    return context.json(page.map((row) => presentGuestRequest(row, orders.get(row.id), settings.publicUrl)));
  });

  rejectOtherMethods(app, '/ops/orderrequests', ['GET']);
  rejectOtherMethods(app, '/ops/guest-requests', ['GET']);
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

function filterOf(context: Context): OperatorFilter {
  const { limit, order, ...conditions } = validate(ListQuery, context.req.query());
  return { ...conditions, limit: limit ?? DEFAULT_PAGE_SIZE, isNewestFirst: order === 'newest' };
}

function linkToNext(context: Context, lastId: number | undefined): void {
  if (lastId !== undefined) context.header('link', nextLink(context.req.path, context.req.query(), lastId));
}
