import type { Hono } from 'hono';
import { acceptGuestRequest, acceptRequest } from '../deliveries/accept-request.ts';
import { OrderEventInput, recordOrderEvent } from '../deliveries/order-events.ts';
import { rejectOtherMethods } from '../http/endpoints.ts';
import type { HandlerDependencies } from '../http/handler-dependencies.ts';
import type { AppEnv } from '../http/hono-env.ts';
import { readJsonBody } from '../http/json-body.ts';
import { validate } from '../http/validate.ts';
import { mountFailedJobs } from '../ops/failed-jobs.ts';
import { mountLists } from '../ops/lists.ts';
import { operatorsOnly } from '../ops/operators-only.ts';
import { findOrderByGuid } from '../queries/orders.ts';
import { parseGuidParam, parseIdParam, requireFound } from './params.ts';
import { presentOrder } from './presenters.ts';

/** The operator's API: what the dispatch office does, until a product of its own does it. */
export function mountOperatorRoutes(app: Hono<AppEnv>, dependencies: HandlerDependencies): void {
  const { db, settings } = dependencies;
  const acceptDependencies = { ...dependencies, publicUrl: settings.publicUrl };
  const order = async (guid: string) =>
    presentOrder(requireFound(await findOrderByGuid(db, guid), 'ORDER_NOT_FOUND'));

  app.use('/ops/*', operatorsOnly(settings.opsToken));

  mountLists(app, dependencies);
  mountFailedJobs(app, dependencies);
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

  rejectOtherMethods(app, '/ops/orderrequests/:id/accept', ['POST']);
  rejectOtherMethods(app, '/ops/guest-requests/:id/accept', ['POST']);
  rejectOtherMethods(app, '/ops/orders/:guid/events', ['POST']);
}
