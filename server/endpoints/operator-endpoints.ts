import * as v from 'valibot';
import { TEXT_MAX_LENGTH } from '../../src/contract/constants.ts';
import { DeliveryRequest } from '../../src/contract/delivery-request.ts';
import { Order } from '../../src/contract/order.ts';
import { requiredText } from '../../src/contract/text.ts';
import { OrderEventInput } from '../deliveries/order-events.ts';
import * as search from '../queries/operator-search.ts';
import * as schemas from './operator-schemas.ts';
import type { HandlersOf, ServerEndpoint } from './server-endpoint.ts';

/** The query parameters and the bodies of the operator API. */

const JobsQuery = v.strictObject(search.Page, search.UNKNOWN_PARAMETER);
const AuditQuery = v.strictObject({ before: v.optional(search.Id) }, search.UNKNOWN_PARAMETER);
const ReportQuery = v.pipe(
  v.strictObject({ from: search.Day, to: search.Day, format: search.Format }, search.UNKNOWN_PARAMETER),
  v.forward(
    v.check(({ from, to }) => from <= to, 'Must not be before the first day'),
    ['to'],
  ),
);

const AcceptInput = v.strictObject(
  { ignorePayment: v.optional(v.boolean(), false) },
  'There is no such option',
);

const degrees = (limit: number) =>
  v.pipe(
    v.number(),
    v.minValue(-limit, `Must be at least -${limit}`),
    v.maxValue(limit, `Must be at most ${limit}`),
  );
const ConfirmedPlace = v.strictObject(
  {
    latitude: degrees(90),
    longitude: degrees(180),
    city: v.optional(requiredText(TEXT_MAX_LENGTH, 'Must not be empty')),
  },
  'There is no such field',
);

/** The coordinates of places that an operator has confirmed, and the town that tracking may name. */
const ConfirmPlacesInput = v.pipe(
  v.strictObject(
    { pickUp: v.optional(ConfirmedPlace), dropOff: v.optional(ConfirmedPlace) },
    'There is no such place',
  ),
  v.check(({ pickUp, dropOff }) => pickUp !== undefined || dropOff !== undefined, 'Must contain a place'),
);

/** Euros with at most two decimals, as in the contract. */
const Euros = v.pipe(
  v.number('Must be an amount'),
  v.minValue(0.01, 'Must be at least 0.01'),
  v.maxValue(1_000_000, 'Must be less'),
  v.check(
    (euros) => Math.abs(euros * 100 - Math.round(euros * 100)) < 1e-6,
    'Must have at most two decimals',
  ),
);

/** The price of a guest's request, and whether it is paid without the payment page. */
const AcceptGuestInput = v.strictObject(
  { amount: v.optional(Euros), isPaidOtherwise: v.optional(v.boolean(), false) },
  'There is no such option',
);

const RefundInput = v.strictObject({ amount: v.optional(Euros) }, 'There is no such field');

/** Which refund was made otherwise, and how. */
const SettleInput = v.strictObject(
  { refund: v.pipe(v.number(), v.integer()), note: requiredText(500, 'A note is required') },
  'There is no such field',
);

const COMMON = { base: 'ops', auth: 'operator', status: 200 } as const;
const read = <const Path extends string, const Rest>(path: Path, rest: Rest) =>
  ({ ...COMMON, method: 'GET', path, ...rest }) as const;
const write = <const Path extends string, const Rest>(path: Path, rest: Rest) =>
  ({ ...COMMON, method: 'POST', path, ...rest }) as const;

/** The calls with which operators accept and move deliveries, and see payments and failures. */
export const operatorEndpoints = {
  operatorListDeliveryRequests: read('orderrequests', {
    query: search.RequestsQuery,
    response: v.array(schemas.OperatorDeliveryRequest),
    summary: "One page of customers' delivery requests.",
  }),
  operatorListGuestRequests: read('guest-requests', {
    query: v.omit(search.RequestsQuery, ['unclear']),
    response: v.array(schemas.OperatorGuestRequest),
    summary: "One page of guests' requests.",
  }),
  operatorAcceptDeliveryRequest: write('orderrequests/{id}/accept', {
    body: AcceptInput,
    isBodyOptional: true,
    response: Order,
    errors: [409],
    summary: 'Accepts a paid delivery request and creates its order.',
  }),
  operatorConfirmPlaces: write('orderrequests/{id}/places', {
    body: ConfirmPlacesInput,
    response: DeliveryRequest,
    errors: [409],
    summary:
      'Sets the coordinates of unclear places and the price that follows, so that the customer can pay.',
  }),
  operatorAcceptGuestRequest: write('guest-requests/{id}/accept', {
    body: AcceptGuestInput,
    isBodyOptional: true,
    response: schemas.OperatorGuestRequest,
    errors: [409],
    summary: "Accepts a guest's request, emails a payment link, and creates the order once it is paid.",
  }),
  operatorRecordOrderEvent: write('orders/{guid}/events', {
    body: OrderEventInput,
    response: Order,
    errors: [409],
    summary: 'Records an event of an order, such as a pick-up or a delivery.',
  }),
  operatorListPayments: read('payments', {
    query: search.PaymentsQuery,
    response: v.array(schemas.OperatorPayment),
    summary: 'One page of payments, also as CSV.',
  }),
  operatorGetPayment: read('payments/{id}', {
    response: schemas.OperatorPaymentDetails,
    summary: 'One payment with its refunds, documents, movements of money and webhook events.',
  }),
  operatorGetPaymentEvidence: read('payments/{id}/evidence', {
    response: v.string(),
    contentType: 'text/html',
    summary: 'A page to print with everything that is known about a payment, for the answer to a dispute.',
  }),
  operatorRefundPayment: write('payments/{id}/refunds', {
    body: RefundInput,
    isBodyOptional: true,
    idempotent: 'required',
    response: schemas.OperatorPaymentDetails,
    summary: 'Refunds a payment in full or in part.',
  }),
  operatorRetryRefunds: write('payments/{id}/retry-refunds', {
    response: schemas.OperatorPaymentDetails,
    errors: [409],
    summary: 'Retries the failed refunds of a payment.',
  }),
  operatorSettleRefund: write('payments/{id}/settle-refund', {
    body: SettleInput,
    response: schemas.OperatorPaymentDetails,
    errors: [409],
    summary: 'Records that a refund which failed or was rejected was made otherwise.',
  }),
  operatorListPaymentEvents: read('payment-events', {
    response: v.array(schemas.FailedPaymentEvent),
    summary: 'Genuine webhooks that could not be handled.',
  }),
  operatorReplayPaymentEvent: write('payment-events/{id}/replay', {
    response: schemas.ReplayedEvent,
    errors: [502],
    summary: 'Handles one of these webhooks again.',
  }),
  operatorReportPayments: read('reports/payments', {
    query: ReportQuery,
    response: v.array(schemas.PaymentReportLine),
    summary: 'The charged, refunded and disputed amounts by day and currency, also as CSV.',
  }),
  operatorListFailedJobs: read('failed-jobs', {
    query: JobsQuery,
    response: v.array(schemas.FailedJob),
    summary: 'Background jobs that are not retried automatically any more.',
  }),
  operatorRetryFailedJob: write('failed-jobs/{id}/retry', {
    response: schemas.RetriedJob,
    summary: 'Retries one of these jobs.',
  }),
  operatorListAudit: read('audit', {
    query: AuditQuery,
    response: v.array(schemas.AuditEntry),
    summary: 'The audit log, newest first; `before` returns the entries before an id.',
  }),
  operatorListPolicyViolations: read('policy-violations', {
    response: v.array(schemas.PolicyViolation),
    summary: 'How often browsers reported a violation of the content policy, by day.',
  }),
} as const satisfies Record<string, ServerEndpoint>;

type OperatorEndpoints = typeof operatorEndpoints;
export type OperatorHandlers = HandlersOf<OperatorEndpoints>;
