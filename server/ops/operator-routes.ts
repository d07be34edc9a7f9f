import type { Context, Hono } from 'hono';
import type { Db } from '../db/database.ts';
import { acceptGuestRequest } from '../deliveries/accept-guest-request.ts';
import { acceptRequest } from '../deliveries/accept-request.ts';
import { confirmPlaces } from '../deliveries/confirm-places.ts';
import { OrderEventInput, recordOrderEvent } from '../deliveries/order-events.ts';
import type { HandlerDependencies } from '../endpoints/handler-dependencies.ts';
import { presentDeliveryRequest, presentOrder } from '../endpoints/presenters.ts';
import type { AppEnv } from '../http/hono-env.ts';
import { readJsonBody, readOptionalJsonBody } from '../http/json-body.ts';
import { parseGuidParam, parseIdParam, requireFound } from '../http/params.ts';
import { rejectOtherMethods } from '../http/reject-other-methods.ts';
import { validate } from '../http/validate.ts';
import { type AuditEvent, insertAudit } from '../queries/audit.ts';
import { findGuestRequest } from '../queries/guest-requests.ts';
import { findOrderByGuestRequest, findOrderByGuid, findOrdersByGuestRequests } from '../queries/orders.ts';
import { mountAudit } from './audit.ts';
import { mountFailedJobs } from './failed-jobs.ts';
import { mountLists, presentGuestRequest } from './lists.ts';
import { operatorsOnly } from './operators-only.ts';
import { mountPaymentReport } from './payment-report.ts';
import { mountPayments } from './payments.ts';
import { AcceptGuestInput, AcceptInput, ConfirmPlacesInput } from './query-schemas.ts';

/** The operator API, with which the dispatch office accepts and moves deliveries. */
export function mountOperatorRoutes(app: Hono<AppEnv>, dependencies: HandlerDependencies): void {
  const { db, settings } = dependencies;
  const { tariff } = settings.business;
  const order = async (guid: string) =>
    presentOrder(requireFound(await findOrderByGuid(db, guid), 'ORDER_NOT_FOUND'));

  const audit = (
    context: Context<AppEnv>,
    event: AuditEvent,
    subject: string,
    change: Pick<Parameters<typeof insertAudit>[1], 'before' | 'after'>,
    tx: Db,
  ) => {
    const actor = `operator ${context.get('operator')}`;
    const source = context.get('clientAddress');
    return insertAudit(tx, { event, time: dependencies.clock.now(), actor, source, subject, ...change });
  };

  app.use('/ops/*', operatorsOnly(dependencies));

  mountLists(app, dependencies);
  mountFailedJobs(app, dependencies);
  mountAudit(app, dependencies);
  mountPayments(app, dependencies);
  mountPaymentReport(app, dependencies);

  app.post('/ops/orderrequests/:id/accept', async (context) => {
    const id = parseIdParam(context.req.param('id'), 'ORDER_REQUEST_NOT_FOUND');
    const options = validate(AcceptInput, await readOptionalJsonBody(context.req.raw));
    const accepted = await acceptRequest(dependencies, id, {
      ...options,
      record: (tx, change) =>
        audit(
          context,
          'requestAccepted',
          `request ${id}`,
          {
            before: { status: change.before },
            after: {
              status: change.after,
              order: change.order,
              ...(options.ignorePayment ? { ignorePayment: 1 } : {}),
            },
          },
          tx,
        ),
    });
    return context.json(await order(accepted.guid));
  });
  app.post('/ops/orderrequests/:id/places', async (context) => {
    const id = parseIdParam(context.req.param('id'), 'ORDER_REQUEST_NOT_FOUND');
    const points = validate(ConfirmPlacesInput, await readJsonBody(context.req.raw));
    const request = await confirmPlaces({ ...dependencies, tariff }, id, {
      points,
      record: (tx, before, after) =>
        audit(
          context,
          'placesConfirmed',
          `request ${id}`,
          { before: { cents: before.priceCents }, after: { cents: after.priceCents } },
          tx,
        ),
    });
    return context.json(presentDeliveryRequest(request, undefined));
  });
  app.post('/ops/guest-requests/:id/accept', async (context) => {
    const id = parseIdParam(context.req.param('id'), 'ORDER_REQUEST_NOT_FOUND');
    const { amount, isPaidOtherwise } = validate(
      AcceptGuestInput,
      await readOptionalJsonBody(context.req.raw),
    );
    await acceptGuestRequest({ ...dependencies, tariff }, id, {
      amountCents: amount === undefined ? undefined : Math.round(amount * 100),
      isPaidOtherwise,
      async record(tx, before, after) {
        const order = await findOrderByGuestRequest(tx, id);
        await audit(
          context,
          'guestRequestAccepted',
          `guest request ${id}`,
          {
            before: { status: before.status, cents: before.priceCents ?? 0 },
            after: {
              status: after.status,
              cents: after.priceCents ?? 0,
              ...(isPaidOtherwise ? { isPaidOtherwise: 1 } : {}),
              ...(order === undefined ? {} : { order: order.id }),
            },
          },
          tx,
        );
      },
    });
    const request = requireFound(await findGuestRequest(db, id), 'ORDER_REQUEST_NOT_FOUND');
    const accepted = (await findOrdersByGuestRequests(db, [id])).get(id);
    return context.json(presentGuestRequest(request, accepted, settings.publicUrl));
  });
  app.post('/ops/orders/:guid/events', async (context) => {
    const guid = parseGuidParam(context.req.param('guid'));
    const event = validate(OrderEventInput, await readJsonBody(context.req.raw));
    await db.transaction(async (tx) => {
      const before = await findOrderByGuid(tx, guid);
      await recordOrderEvent({ db: tx, clock: dependencies.clock }, guid, event);
      const after = await findOrderByGuid(tx, guid);
      if (before === undefined || after === undefined) return;
      await audit(
        context,
        'orderEventRecorded',
        `order ${after.id}`,
        { before: { status: before.status }, after: { status: after.status, type: event.type } },
        tx,
      );
    });
    return context.json(await order(guid));
  });

  rejectOtherMethods(app, '/ops/orderrequests/:id/accept', ['POST']);
  rejectOtherMethods(app, '/ops/orderrequests/:id/places', ['POST']);
  rejectOtherMethods(app, '/ops/guest-requests/:id/accept', ['POST']);
  rejectOtherMethods(app, '/ops/orders/:guid/events', ['POST']);
}
