import * as v from 'valibot';
import { DOCUMENT_HEADERS, documentPath, renderDocument } from '../documents/document-page.ts';
import type { OperatorHandlers } from '../endpoints/operator-endpoints.ts';
import { PaymentReportLine } from '../endpoints/operator-schemas.ts';
import { type HandlerDependencies, TextBody } from '../endpoints/server-endpoint.ts';
import { parseIdParam, requireFound } from '../http/read-request.ts';
import { includedVat } from '../payments/history.ts';
import { insertAudit } from '../queries/audit.ts';
import { DEFAULT_PAGE_SIZE, splitPage } from '../queries/pagination.ts';
import { listDocuments } from '../queries/payment-documents.ts';
import * as ledger from '../queries/payment-ledger.ts';
import { listRefunds } from '../queries/refunds.ts';
import { collectEvidence } from './payment-evidence.ts';

const MAX_FAILED_EVENTS = 500;
const NOT_FOUND_CODE = 'PAYMENT_NOT_FOUND';

/** What operators see of payments and of failed webhooks, and what they do about them. */
export function paymentHandlers({ db, clock, payments, settings }: HandlerDependencies) {
  const { publicUrl, business } = settings;
  const { timeZone } = business;
  const paymentIdOf = (params: { id: string }) => parseIdParam(params.id, NOT_FOUND_CODE);
  const loadPayment = async (id: number) => {
    const row = requireFound(await ledger.findPaymentWithCustomer(db, id), NOT_FOUND_CODE);
    const refunds = await listRefunds(db, [id]);
    const entries = await ledger.listEntriesOfPayment(db, id);
    const documents = await listDocuments(db, [id]);
    return {
      ...presentPayment(row),
      refunds: refunds.map(
        ({
          amountCents,
          requestedCents: _requested,
          requestKey: _key,
          announced: _announced,
          creditedCents: _credited,
          ...refund
        }) => ({
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
      events: await ledger.listEventsOfPayment(db, id),
    };
  };

  return {
    async operatorListPayments({ query, linkToNext, read }) {
      const { limit = DEFAULT_PAGE_SIZE, format, ...filter } = query;
      const rows = await read((from) => ledger.listAllPayments(from, { ...filter, limit, timeZone }));
      const { page, last } = splitPage(rows, limit);
      if (last) linkToNext(last.payment.id);
      const presented = page.map(presentPayment);
      return format === 'json' ? presented : csvBody(columnsIn(timeZone), presented);
    },

    operatorGetPayment: ({ params }) => loadPayment(paymentIdOf(params)),

    async operatorGetPaymentEvidence({ params, setHeader }) {
      const content = await collectEvidence({ db, business, publicUrl }, paymentIdOf(params), clock.now());
      for (const [name, value] of Object.entries(DOCUMENT_HEADERS)) setHeader(name, value);
      return new TextBody('text/html; charset=UTF-8', renderDocument(requireFound(content, NOT_FOUND_CODE)));
    },

    async operatorRefundPayment({ params, body: { amount }, idempotencyKey, operator }) {
      const paymentId = paymentIdOf(params);
      const amountCents = amount === undefined ? undefined : Math.round(amount * 100);
      await payments.operator.refund({ paymentId, amountCents, key: idempotencyKey, operator });
      return loadPayment(paymentId);
    },

    async operatorRetryRefunds({ params, operator }) {
      const id = paymentIdOf(params);
      await payments.operator.retryRefunds(id, operator);
      return loadPayment(id);
    },

    async operatorSettleRefund({ params, body: { refund, note }, operator }) {
      const paymentId = paymentIdOf(params);
      await payments.operator.settleRefund({ paymentId, refundId: refund, note, operator });
      return loadPayment(paymentId);
    },

    operatorListPaymentEvents: () => ledger.listFailedEvents(db, MAX_FAILED_EVENTS),

    async operatorReplayPaymentEvent({ params: { id }, operator }) {
      await payments.operator.replayEvent(id);
      const change = { before: { state: 'failed' }, after: { state: 'handled' } };
      const event = 'paymentEventReplayed';
      await insertAudit(db, { event, time: clock.now(), ...operator, subject: id, ...change });
      return { id };
    },

    async operatorReportPayments({ query: { from, to, format }, read }) {
      const totals = await read((source) => ledger.sumEntriesByDay(source, { from, to, timeZone }));
      const lines = totals.map(toLine);
      return format === 'json' ? lines : csvBody(REPORT_COLUMNS, lines);
    },
  } satisfies Partial<OperatorHandlers>;
}

type FoundPayment = Awaited<ReturnType<typeof ledger.listAllPayments>>[number];

function presentPayment({ payment, customer, referenceNumber, fees, settledCurrency }: FoundPayment) {
  const { id, status, currency, receiptNumber, refund, dispute, failureMessage } = payment;
  const { provider, sessionId, intentId } = payment;
  return {
    ...{ id, status, currency, receiptNumber, refund, dispute, failureMessage },
    ...{ provider, sessionId, intentId, referenceNumber, customer },
    created: payment.created.toISOString(),
    paid: payment.paid?.toISOString() ?? null,
    amount: payment.amountCents / 100,
    amountRefunded: payment.amountRefundedCents / 100,
    ...includedVat(payment),
    fees: fees / 100,
    feeCurrency: settledCurrency,
    disputeDue: payment.disputeDue?.toISOString() ?? null,
    deliveryRequest: payment.deliveryRequestId,
    guestRequest: payment.guestRequestId,
    card: payment.cardLast4 === null ? null : `${payment.cardBrand} ${payment.cardLast4}`,
  };
}

type PresentedPayment = ReturnType<typeof presentPayment>;

/** The columns of a file for bookkeeping. `paidDay` is the day of the report, in the operator's time zone. */
function columnsIn(timeZone: string): Columns<PresentedPayment> {
  const toDay = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  /** A payment without a receipt has no VAT yet. */
  const ifReceipt = (text: (payment: PresentedPayment) => string | number) => (payment: PresentedPayment) =>
    payment.receiptNumber === null ? null : text(payment);
  return {
    id: ({ id }) => id,
    created: ({ created }) => created,
    paid: ({ paid }) => paid,
    paidDay: ({ paid }) => paid && toDay.format(new Date(paid)),
    status: ({ status }) => status,
    amount: ({ amount }) => amount.toFixed(2),
    currency: ({ currency }) => currency,
    net: ifReceipt(({ amount, vatAmount }) => (amount - (vatAmount ?? 0)).toFixed(2)),
    vatPercent: ({ vatPercent, receiptNumber }) => vatPercent ?? (receiptNumber === null ? null : 0),
    vat: ifReceipt(({ vatAmount }) => (vatAmount ?? 0).toFixed(2)),
    receiptNumber: ({ receiptNumber }) => receiptNumber,
    amountRefunded: ({ amountRefunded }) => amountRefunded.toFixed(2),
    fees: ({ fees }) => fees.toFixed(2),
    feeCurrency: ({ feeCurrency }) => feeCurrency,
    refund: ({ refund }) => refund,
    dispute: ({ dispute }) => dispute,
    disputeDue: ({ disputeDue }) => disputeDue,
    deliveryRequest: ({ deliveryRequest }) => deliveryRequest,
    guestRequest: ({ guestRequest }) => guestRequest,
    referenceNumber: ({ referenceNumber }) => referenceNumber,
    customer: ({ customer }) => customer.name,
    email: ({ customer }) => customer.email,
    intentId: ({ intentId }) => intentId,
  };
}

type ReportLine = ReturnType<typeof toLine>;

const REPORT_COLUMNS: Columns<ReportLine> = Object.fromEntries(
  v.keyof(PaymentReportLine).options.map((name) => [name, (line: ReportLine) => cellOf(name, line[name])]),
);

/** Amounts have two decimals. */
function cellOf(name: keyof ReportLine, value: string | number | null) {
  const isAmount = typeof value === 'number' && name !== 'payments' && name !== 'vatPercent';
  return isAmount ? value.toFixed(2) : value;
}

/**
 * Per day in the operator's time zone, currency and VAT rate, what was charged, refunded and disputed, as the provider
 * booked it. `net` and `vat` are what `charged` less `refunded` consists of. `settled` is what the provider credited in
 * its own currency, and `due` is that less its fees.
 */
function toLine(total: ledger.DayTotal) {
  const { vatBasisPoints, charged, refunded, disputed, vat, settled, fees, ...line } = total;
  return {
    ...line,
    vatPercent: vatBasisPoints === null ? null : vatBasisPoints / 100,
    charged: toAmount(charged),
    refunded: toAmount(refunded),
    net: toAmount(charged - refunded - vat),
    vat: toAmount(vat),
    disputed: toAmount(disputed),
    settled: toAmount(settled),
    fees: toAmount(fees),
    due: toAmount(settled - fees),
  };
}

/** In units of the currency. Zero has no sign. */
function toAmount(cents: number): number {
  return cents / 100 || 0;
}

type Cell = string | number | null | undefined;
/** What each column of a table contains, by its name. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

function csvBody<Row>(columns: Columns<Row>, rows: readonly Row[]): TextBody {
  return new TextBody('text/csv; charset=utf-8', toCsv(columns, rows));
}

/** Comma-separated values (RFC 4180) for a spreadsheet, with the names of the columns first. */
export function toCsv<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  const cells = rows.map((row) => Object.values(columns).map((cellOf) => cellOf(row)));
  return [Object.keys(columns), ...cells].map((row) => `${row.map(toCell).join(',')}\r\n`).join('');
}

const NUMBER = /^-?\d+(\.\d+)?$/;
/**
 * The beginning of a formula, at the start of a cell or after a character that separates cells in some language. In
 * many languages a spreadsheet separates cells by semicolons, and ignores quotes that do not begin such a cell.
 */
const FORMULA = /(^|[;,|\t\r\n"])(\s*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** A spreadsheet would execute a text that begins like a formula. Numbers stay numbers. */
function toCell(value: Cell): string {
  const plain = String(value ?? '');
  const text = NUMBER.test(plain) ? plain : plain.replace(FORMULA, "$1$2'");
  return /[",;\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
