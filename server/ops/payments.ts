import type { Context, Hono } from 'hono';
import * as v from 'valibot';
import { PAYMENT_STATUS } from '../../src/contract/status.ts';
import { requiredText } from '../../src/contract/text.ts';
import { REFUND_STATES } from '../db/payment-schema.ts';
import { DOCUMENT_HEADERS, documentPath, renderDocument } from '../documents/document-page.ts';
import type { HandlerDependencies } from '../endpoints/handler-dependencies.ts';
import { ApiError, invalidFieldError } from '../http/api-error.ts';
import type { AppEnv } from '../http/hono-env.ts';
import { readOptionalJsonBody } from '../http/json-body.ts';
import { DEFAULT_PAGE_SIZE, nextLink, PageSize, splitPage } from '../http/pagination.ts';
import { parseIdParam } from '../http/params.ts';
import { rejectOtherMethods } from '../http/reject-other-methods.ts';
import { validate } from '../http/validate.ts';
import { includedVat } from '../payments/history.ts';
import { insertAudit } from '../queries/audit.ts';
import { listDocuments } from '../queries/payment-documents.ts';
import {
  findPaymentWithCustomer,
  listAllPayments,
  listEntriesOfPayment,
  listEventsOfPayment,
  listFailedEvents,
} from '../queries/payment-ledger.ts';
import { listRefundsOfPayment } from '../queries/refunds.ts';
import { toCsv } from './csv.ts';
import { collectEvidence } from './payment-evidence.ts';
import { Day, Euros, Id } from './query-schemas.ts';

const MAX_FAILED_EVENTS = 500;
const Flag = v.pipe(
  v.picklist(['0', '1'], 'Must be 0 or 1'),
  v.transform((value) => value === '1'),
);

export const PaymentQuery = v.strictObject(
  {
    limit: v.optional(PageSize),
    after: v.optional(Id),
    order: v.optional(v.picklist(['oldest', 'newest'], 'Must be oldest or newest')),
    status: v.optional(
      v.pipe(
        v.string(),
        v.regex(new RegExp(`^[0-${PAYMENT_STATUS.canceled}]$`), 'Must be a payment status'),
        v.transform(Number),
      ),
    ),
    refund: v.optional(v.picklist(REFUND_STATES, 'Must be the state of a refund')),
    owed: v.optional(Flag),
    disputed: v.optional(Flag),
    request: v.optional(Id),
    guestRequest: v.optional(Id),
    customer: v.optional(requiredText(100, 'Must not be empty')),
    created: v.optional(Day),
    format: v.optional(v.picklist(['json', 'csv'], 'Must be json or csv'), 'json'),
  },
  'There is no such parameter',
);

export const RefundInput = v.strictObject({ amount: v.optional(Euros) }, 'There is no such field');

/** Which refund was made otherwise, and how. */
export const SettleInput = v.strictObject(
  { refund: v.pipe(v.number(), v.integer()), note: requiredText(500, 'A note is required') },
  'There is no such field',
);

/** `/ops/payments` and `/ops/payment-events`: what operators see of payments, and what they do about them. */
export function mountPayments(
  app: Hono<AppEnv>,
  { db, clock, payments, settings }: HandlerDependencies,
): void {
  const { publicUrl, business } = settings;
  const { timeZone } = business;
  const operatorOf = (context: Context<AppEnv>) => ({
    actor: `operator ${context.get('operator')}`,
    source: context.get('clientAddress'),
  });
  const loadPayment = async (id: number) => {
    const row = await findPaymentWithCustomer(db, id);
    if (row === undefined) throw new ApiError(404, 'PAYMENT_NOT_FOUND');
    const refunds = await listRefundsOfPayment(db, id);
    const entries = await listEntriesOfPayment(db, id);
    const documents = await listDocuments(db, [id]);
    return {
      ...presentPayment(row),
      refunds: refunds.map(
        ({ amountCents, requestedCents: _cents, requestKey: _key, announced: _announced, ...refund }) => ({
          ...refund,
          amount: amountCents === null ? null : amountCents / 100,
        }),
      ),
      entries: entries.map(({ kind, sourceId, balanceTransaction, time, ...entry }) => ({
        kind,
        amount: entry.amountCents / 100,
        sourceId,
        balanceTransaction,
        settled: entry.settledCents / 100,
        settledCurrency: entry.settledCurrency,
        fee: entry.feeCents / 100,
        time,
      })),
      documents: documents.map(({ kind, number, issued, key }) => ({
        kind,
        number,
        issued,
        url: publicUrl + documentPath({ key }),
      })),
      events: await listEventsOfPayment(db, id),
    };
  };

  app.get('/ops/payments', async (context) => {
    const query = validate(PaymentQuery, context.req.query());
    const { limit = DEFAULT_PAGE_SIZE, order, owed, disputed, request, format, ...conditions } = query;
    const rows = await listAllPayments(db, {
      ...conditions,
      limit,
      isNewestFirst: order === 'newest',
      isOwed: owed,
      isDisputed: disputed,
      deliveryRequest: request,
      timeZone,
    });
    const { page, last } = splitPage(rows, limit);
    if (last) context.header('link', nextLink(context.req.path, context.req.query(), last.payment.id));
    const presented = page.map(presentPayment);
    if (format === 'json') return context.json(presented);
    context.header('content-type', 'text/csv; charset=utf-8');
    const toDay = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
    return context.body(
      toCsv(
        CSV_COLUMNS,
        presented.map((payment) => toCsvRow(payment, toDay)),
      ),
    );
  });

  app.get('/ops/payments/:id', async (context) =>
    context.json(await loadPayment(parseIdParam(context.req.param('id'), 'PAYMENT_NOT_FOUND'))),
  );

  app.get('/ops/payments/:id/evidence', async (context) => {
    const id = parseIdParam(context.req.param('id'), 'PAYMENT_NOT_FOUND');
    const content = await collectEvidence({ db, business, publicUrl }, id, clock.now());
    if (content === undefined) throw new ApiError(404, 'PAYMENT_NOT_FOUND');
    return context.html(renderDocument(content), 200, DOCUMENT_HEADERS);
  });

  app.post('/ops/payments/:id/refunds', async (context) => {
    const paymentId = parseIdParam(context.req.param('id'), 'PAYMENT_NOT_FOUND');
    const { amount } = validate(RefundInput, await readOptionalJsonBody(context.req.raw));
    const key = context.req.header('idempotency-key') ?? '';
    if (!/^[\w-]{8,100}$/.test(key)) {
      throw invalidFieldError('Idempotency-Key', 'This header must have 8 to 100 letters, digits or dashes');
    }
    const amountCents = amount === undefined ? undefined : Math.round(amount * 100);
    await payments.operator.refund({ paymentId, amountCents, key, operator: operatorOf(context) });
    return context.json(await loadPayment(paymentId));
  });

  app.post('/ops/payments/:id/retry-refunds', async (context) => {
    const id = parseIdParam(context.req.param('id'), 'PAYMENT_NOT_FOUND');
    await payments.operator.retryRefunds(id, operatorOf(context));
    return context.json(await loadPayment(id));
  });

  app.post('/ops/payments/:id/settle-refund', async (context) => {
    const id = parseIdParam(context.req.param('id'), 'PAYMENT_NOT_FOUND');
    const { refund, note } = validate(SettleInput, await readOptionalJsonBody(context.req.raw));
    await payments.operator.settleRefund({
      paymentId: id,
      refundId: refund,
      note,
      operator: operatorOf(context),
    });
    return context.json(await loadPayment(id));
  });

  app.get('/ops/payment-events', async (context) =>
    context.json(await listFailedEvents(db, MAX_FAILED_EVENTS)),
  );
  app.post('/ops/payment-events/:id/replay', async (context) => {
    const id = context.req.param('id');
    await payments.operator.replayEvent(id);
    const time = clock.now();
    await insertAudit(db, {
      event: 'paymentEventReplayed',
      time,
      ...operatorOf(context),
      subject: id,
      before: { state: 'failed' },
      after: { state: 'handled' },
    });
    return context.json({ id });
  });

  rejectOtherMethods(app, '/ops/payments', ['GET']);
  rejectOtherMethods(app, '/ops/payments/:id', ['GET']);
  rejectOtherMethods(app, '/ops/payments/:id/evidence', ['GET']);
  rejectOtherMethods(app, '/ops/payments/:id/refunds', ['POST']);
  rejectOtherMethods(app, '/ops/payments/:id/retry-refunds', ['POST']);
  rejectOtherMethods(app, '/ops/payments/:id/settle-refund', ['POST']);
  rejectOtherMethods(app, '/ops/payment-events', ['GET']);
  rejectOtherMethods(app, '/ops/payment-events/:id/replay', ['POST']);
}

type FoundPayment = Awaited<ReturnType<typeof listAllPayments>>[number];

function presentPayment({ payment, customer, referenceNumber, fees, settledCurrency }: FoundPayment) {
  return {
    id: payment.id,
    created: payment.created.toISOString(),
    paid: payment.paid?.toISOString() ?? null,
    status: payment.status,
    amount: payment.amountCents / 100,
    currency: payment.currency,
    amountRefunded: payment.amountRefundedCents / 100,
    receiptNumber: payment.receiptNumber,
    ...includedVat(payment),
    fees: fees / 100,
    feeCurrency: settledCurrency,
    refund: payment.refund,
    dispute: payment.dispute,
    disputeDue: payment.disputeDue?.toISOString() ?? null,
    deliveryRequest: payment.deliveryRequestId,
    guestRequest: payment.guestRequestId,
    referenceNumber,
    customer,
    card: payment.cardLast4 === null ? null : `${payment.cardBrand} ${payment.cardLast4}`,
    failureMessage: payment.failureMessage,
    provider: payment.provider,
    sessionId: payment.sessionId,
    intentId: payment.intentId,
  };
}

const CSV_COLUMNS = [
  'id',
  'created',
  'paid',
  'paidDay',
  'status',
  'amount',
  'currency',
  'net',
  'vatPercent',
  'vat',
  'receiptNumber',
  'amountRefunded',
  'fees',
  'feeCurrency',
  'refund',
  'dispute',
  'disputeDue',
  'deliveryRequest',
  'guestRequest',
  'referenceNumber',
  'customer',
  'email',
  'intentId',
] as const;

/** `paidDay` is the day of the report, in the operator's time zone. */
function toCsvRow({ customer, ...payment }: ReturnType<typeof presentPayment>, toDay: Intl.DateTimeFormat) {
  return [
    payment.id,
    payment.created,
    payment.paid,
    payment.paid && toDay.format(new Date(payment.paid)),
    payment.status,
    payment.amount.toFixed(2),
    payment.currency,
    payment.receiptNumber === null ? null : (payment.amount - (payment.vatAmount ?? 0)).toFixed(2),
    payment.vatPercent ?? (payment.receiptNumber === null ? null : 0),
    payment.receiptNumber === null ? null : (payment.vatAmount ?? 0).toFixed(2),
    payment.receiptNumber,
    payment.amountRefunded.toFixed(2),
    payment.fees.toFixed(2),
    payment.feeCurrency,
    payment.refund,
    payment.dispute,
    payment.disputeDue,
    payment.deliveryRequest,
    payment.guestRequest,
    payment.referenceNumber,
    customer.name,
    customer.email,
    payment.intentId,
  ];
}
