import { createHash, timingSafeEqual } from 'node:crypto';
import type { Hono, MiddlewareHandler } from 'hono';
import { acceptGuestRequest, acceptRequest } from '../deliveries/accept-request.ts';
import { OrderEventInput, recordOrderEvent } from '../deliveries/order-events.ts';
import { ApiError } from '../http/api-error.ts';
import { rejectOtherMethods } from '../http/endpoints.ts';
import type { HandlerDependencies } from '../http/handler-dependencies.ts';
import type { AppEnv } from '../http/hono-env.ts';
import { readJsonBody } from '../http/json-body.ts';
import { validate } from '../http/validate.ts';
import { listGuestRequests } from '../queries/guest-requests.ts';
import { listAllRequests } from '../queries/operations.ts';
import { findOrderByGuid, findOrdersByGuestRequests, findOrdersByRequests } from '../queries/orders.ts';
import { parseGuidParam, parseIdParam, requireFound } from './params.ts';
import { presentDeliveryRequest, presentOrder } from './presenters.ts';

const LIST_LIMIT = 500;

/** The operator's API: what the dispatch office does, until a product of its own does it. */
export function mountOperatorRoutes(app: Hono<AppEnv>, dependencies: HandlerDependencies): void {
  const { db, settings } = dependencies;
  const acceptDependencies = { ...dependencies, publicUrl: settings.publicUrl };
  const order = async (guid: string) =>
    presentOrder(requireFound(await findOrderByGuid(db, guid), 'ORDER_NOT_FOUND'));

  app.use('/ops/*', requireOperatorToken(settings.opsToken));

  app.get('/ops/orderrequests', async (context) => {
    const status = /^\d$/.exec(context.req.query('status') ?? '')?.[0];
    const rows = await listAllRequests(db, {
      status: status === undefined ? undefined : Number(status),
      limit: LIST_LIMIT,
    });
    const orders = await findOrdersByRequests(
      db,
      rows.map(({ request }) => request.id),
    );
    return context.json(
      rows.map(({ request, customer }) => ({
        ...presentDeliveryRequest(request, orders.get(request.id)),
        customer,
      })),
    );
  });
  app.get('/ops/guest-requests', async (context) => {
    const rows = await listGuestRequests(db, LIST_LIMIT);
    const orders = await findOrdersByGuestRequests(
      db,
      rows.map((row) => row.id),
    );
    return context.json(
      rows.map(({ idempotencyKey: _key, idempotencyHash: _hash, ...row }) => {
        const made = orders.get(row.id);
        return { ...row, created: row.created.toISOString(), order: made ? presentOrder(made) : null };
      }),
    );
  });
  app.post('/ops/orderrequests/:id/accept', async (context) => {
    const id = parseIdParam(context.req.param('id'), 'ORDER_REQUEST_NOT_FOUND');
    return context.json(await order((await acceptRequest(acceptDependencies, id)).guid));
  });
  app.post('/ops/guest-requests/:id/accept', async (context) => {
    const id = parseIdParam(context.req.param('id'), 'ORDER_REQUEST_NOT_FOUND');
    return context.json(await order((await acceptGuestRequest(acceptDependencies, id)).guid));
  });
  app.post('/ops/orders/:guid/events', async (context) => {
    const guid = parseGuidParam(context.req.param('guid'));
    await recordOrderEvent(
      dependencies,
      guid,
      validate(OrderEventInput, await readJsonBody(context.req.raw)),
    );
    return context.json(await order(guid));
  });

  rejectOtherMethods(app, '/ops/orderrequests', ['GET']);
  rejectOtherMethods(app, '/ops/guest-requests', ['GET']);
  rejectOtherMethods(app, '/ops/orderrequests/:id/accept', ['POST']);
  rejectOtherMethods(app, '/ops/guest-requests/:id/accept', ['POST']);
  rejectOtherMethods(app, '/ops/orders/:guid/events', ['POST']);
}

/** Without a configured token there is no such API at all. */
function requireOperatorToken(opsToken: string | undefined): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    if (opsToken === undefined) throw new ApiError(404, 'NOT_FOUND');
    const given = context.req.header('authorization')?.replace(/^Bearer /i, '') ?? '';
    if (!timingSafeEqual(sha256(given), sha256(opsToken))) throw new ApiError(401, 'UNAUTHORIZED');
    context.header('cache-control', 'no-store');
    await next();
  };
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
