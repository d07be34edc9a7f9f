import { createHash, timingSafeEqual } from 'node:crypto';
import type { Hono, MiddlewareHandler } from 'hono';
import { ApiError } from '../errors.ts';
import type { AppEnv } from '../http/context.ts';
import { readJson } from '../http/json-body.ts';
import { refuseOtherMethods } from '../http/mount.ts';
import { validate } from '../http/validate.ts';
import { presentDeliveryRequest, presentOrder } from '../present.ts';
import { listGuestRequests } from '../queries/guest-requests.ts';
import { listAllRequests } from '../queries/operations.ts';
import { findOrderByGuid, ordersOfGuests, ordersOfRequests } from '../queries/orders.ts';
import { found, guidParam, idParam } from '../routes/params.ts';
import type { World } from '../world.ts';
import { acceptGuestRequest, acceptRequest } from './accept.ts';
import { OrderEventInput, recordEvent } from './events.ts';

const LIST_LIMIT = 500;

/** The operator's API: what the dispatch office does, until a product of its own does it. */
export function mountOperations(app: Hono<AppEnv>, world: World): void {
  const { db, settings } = world;
  const needs = { ...world, publicUrl: settings.publicUrl };
  const order = async (guid: string) =>
    presentOrder(found(await findOrderByGuid(db, guid), 'ORDER_NOT_FOUND'));

  app.use('/ops/*', operatorsOnly(settings.opsToken));

  app.get('/ops/orderrequests', async (context) => {
    const status = /^\d$/.exec(context.req.query('status') ?? '')?.[0];
    const rows = await listAllRequests(db, {
      status: status === undefined ? undefined : Number(status),
      limit: LIST_LIMIT,
    });
    const orders = await ordersOfRequests(
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
    const orders = await ordersOfGuests(
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
    const id = idParam(context.req.param('id'), 'ORDER_REQUEST_NOT_FOUND');
    return context.json(await order((await acceptRequest(needs, id)).guid));
  });
  app.post('/ops/guest-requests/:id/accept', async (context) => {
    const id = idParam(context.req.param('id'), 'ORDER_REQUEST_NOT_FOUND');
    return context.json(await order((await acceptGuestRequest(needs, id)).guid));
  });
  app.post('/ops/orders/:guid/events', async (context) => {
    const guid = guidParam(context.req.param('guid'));
    await recordEvent(world, guid, validate(OrderEventInput, await readJson(context.req.raw)));
    return context.json(await order(guid));
  });

  refuseOtherMethods(app, '/ops/orderrequests', ['GET']);
  refuseOtherMethods(app, '/ops/guest-requests', ['GET']);
  refuseOtherMethods(app, '/ops/orderrequests/:id/accept', ['POST']);
  refuseOtherMethods(app, '/ops/guest-requests/:id/accept', ['POST']);
  refuseOtherMethods(app, '/ops/orders/:guid/events', ['POST']);
}

/** Without a configured token there is no such API at all. */
function operatorsOnly(opsToken: string | undefined): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    if (opsToken === undefined) throw new ApiError(404, 'NOT_FOUND');
    const given = context.req.header('authorization')?.replace(/^Bearer /i, '') ?? '';
    if (!timingSafeEqual(digest(given), digest(opsToken))) throw new ApiError(401, 'UNAUTHORIZED');
    context.header('cache-control', 'no-store');
    await next();
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
