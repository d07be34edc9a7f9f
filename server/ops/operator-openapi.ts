import type { GenericSchema } from 'valibot';
import * as v from 'valibot';
import { DeliveryRequest, GuestRequestInput } from '../../src/contract/delivery-request.ts';
import { Order } from '../../src/contract/order.ts';
import { OrderEventInput } from '../deliveries/order-events.ts';
import { inputSchema, type Json, outputSchema } from '../endpoints/openapi-schemas.ts';
import {
  AuditEntry,
  FailedJob,
  FailedPaymentEvent,
  OperatorDeliveryRequest,
  OperatorGuestRequest,
  OperatorPayment,
  OperatorPaymentDetails,
  PaymentReportLine,
  PolicyViolation,
  ReplayedEvent,
  RetriedJob,
} from '../endpoints/operator-schemas.ts';
import { FailedJobsQuery } from './failed-jobs.ts';
import { ListQuery } from './lists.ts';
import { ReportQuery } from './payment-report.ts';
import { PaymentQuery, RefundInput, SettleInput } from './payments.ts';
import { AcceptGuestInput, AcceptInput, ConfirmPlacesInput, Id } from './query-schemas.ts';

type OperatorCall = {
  operationId: string;
  summary: string;
  query?: Readonly<Record<string, GenericSchema>>;
  required?: readonly string[];
  body?: GenericSchema;
  needsBody?: true;
  /** The Idempotency-Key header is required. */
  needsKey?: true;
  response: GenericSchema;
  /** The response is a page. */
  isPage?: true;
  /** Whether the state of the record can forbid the call. */
  conflicts?: true;
  callsProvider?: true;
};

/** The operator API by method and path, in the notation of OpenAPI. */
export const OPERATOR_CALLS: Readonly<Record<string, OperatorCall>> = {
  'get /ops/orderrequests': {
    operationId: 'operatorListDeliveryRequests',
    summary: "One page of customers' delivery requests.",
    query: ListQuery.entries,
    response: v.array(OperatorDeliveryRequest),
  },
  'get /ops/guest-requests': {
    operationId: 'operatorListGuestRequests',
    summary: "One page of visitors' requests.",
    query: ListQuery.entries,
    response: v.array(OperatorGuestRequest),
  },
  'post /ops/orderrequests/{id}/accept': {
    operationId: 'operatorAcceptDeliveryRequest',
    summary: 'Accepts a paid delivery request and creates its order.',
    body: AcceptInput,
    response: Order,
    conflicts: true,
  },
  'post /ops/orderrequests/{id}/places': {
    operationId: 'operatorConfirmPlaces',
    summary:
      'Sets the coordinates of unclear places and the price that follows, so that the customer can pay.',
    body: ConfirmPlacesInput,
    needsBody: true,
    response: DeliveryRequest,
    conflicts: true,
  },
  'post /ops/guest-requests/{id}/accept': {
    operationId: 'operatorAcceptGuestRequest',
    summary: "Accepts a visitor's request, mails a payment link, and creates the order once it is paid.",
    body: AcceptGuestInput,
    response: OperatorGuestRequest,
    conflicts: true,
  },
  'post /ops/orders/{guid}/events': {
    operationId: 'operatorRecordOrderEvent',
    summary: 'Records an event of an order, such as a pick-up or a delivery.',
    body: OrderEventInput,
    needsBody: true,
    response: Order,
    conflicts: true,
  },
  'get /ops/payments': {
    operationId: 'operatorListPayments',
    summary: 'One page of payments, also as CSV.',
    query: PaymentQuery.entries,
    response: v.array(OperatorPayment),
  },
  'get /ops/payments/{id}': {
    operationId: 'operatorGetPayment',
    summary: 'One payment with its refunds, documents, movements of money and webhook events.',
    response: OperatorPaymentDetails,
  },
  'get /ops/payments/{id}/evidence': {
    operationId: 'operatorGetPaymentEvidence',
    summary: 'A page to print with everything that is known about a payment, for the answer to a dispute.',
    response: v.string(),
    isPage: true,
  },
  'post /ops/payments/{id}/refunds': {
    operationId: 'operatorRefundPayment',
    summary: 'Refunds a payment in full or in part.',
    body: RefundInput,
    needsKey: true,
    response: OperatorPaymentDetails,
    conflicts: true,
  },
  'post /ops/payments/{id}/retry-refunds': {
    operationId: 'operatorRetryRefunds',
    summary: 'Retries the failed refunds of a payment.',
    response: OperatorPaymentDetails,
    conflicts: true,
  },
  'post /ops/payments/{id}/settle-refund': {
    operationId: 'operatorSettleRefund',
    summary: 'Records that a refund which failed or was rejected was made otherwise.',
    body: SettleInput,
    needsBody: true,
    response: OperatorPaymentDetails,
    conflicts: true,
  },
  'get /ops/payment-events': {
    operationId: 'operatorListPaymentEvents',
    summary: 'Genuine webhooks that could not be handled.',
    response: v.array(FailedPaymentEvent),
  },
  'post /ops/payment-events/{id}/replay': {
    operationId: 'operatorReplayPaymentEvent',
    summary: 'Handles one of these webhooks again.',
    response: ReplayedEvent,
    callsProvider: true,
  },
  'get /ops/reports/payments': {
    operationId: 'operatorReportPayments',
    summary: 'The charged, refunded and disputed amounts by day and currency, also as CSV.',
    query: ReportQuery.entries,
    required: ['from', 'to'],
    response: v.array(PaymentReportLine),
  },
  'get /ops/failed-jobs': {
    operationId: 'operatorListFailedJobs',
    summary: 'Background jobs that are not retried automatically any more.',
    query: FailedJobsQuery.entries,
    response: v.array(FailedJob),
  },
  'post /ops/failed-jobs/{id}/retry': {
    operationId: 'operatorRetryFailedJob',
    summary: 'Retries one of these jobs.',
    response: RetriedJob,
  },
  'get /ops/audit': {
    operationId: 'operatorListAudit',
    summary: 'The audit log, newest first; `before` returns the entries before an id.',
    query: { before: Id },
    response: v.array(AuditEntry),
  },
  'get /ops/policy-violations': {
    operationId: 'operatorListPolicyViolations',
    summary: 'How often browsers reported a violation of the content policy, by day.',
    response: v.array(PolicyViolation),
  },
};

/** The operator API for the `paths` of the OpenAPI document. */
export function operatorPaths(): Json {
  const byPath: Record<string, Json> = {};
  for (const [call, description] of Object.entries(OPERATOR_CALLS)) {
    const [method = '', path = ''] = call.split(' ');
    byPath[path] = { ...byPath[path], [method]: operation(path, description) };
  }
  return byPath;
}

/** What the server itself sends, for the `webhooks` of the OpenAPI document. */
export function outgoingWebhooks(): Json {
  return {
    forwardedGuestRequest: {
      post: {
        operationId: 'forwardedGuestRequest',
        summary: "A visitor's request, sent to HOOK_URL/status/submit-to-zapier until it is accepted.",
        description: 'The server sends it if HOOK_URL is set, and retries it after failures.',
        tags: ['webhooks'],
        security: [],
        parameters: [
          { ...IDEMPOTENCY_KEY, description: 'The same for every attempt to send the same request.' },
        ],
        requestBody: { required: true, content: jsonContent(inputSchema(GuestRequestInput)) },
        responses: {
          '2XX': { description: 'The request is accepted.' },
          '4XX': { description: 'Final, except 408, 425 and 429: the job is listed as failed.' },
          '5XX': { description: 'The server tries again later.' },
        },
      },
    },
  };
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  schema: { type: 'string', minLength: 8, maxLength: 100 },
};

function operation(path: string, call: OperatorCall): Json {
  const { operationId, summary, query = {}, required = [], body, needsKey, response, isPage } = call;
  const { needsBody = false, conflicts = false, callsProvider = false } = call;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries(query).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: inputSchema(schema),
  }));
  const statuses = [
    ...(inQuery.length > 0 || body !== undefined ? [400] : []),
    401,
    404,
    ...(conflicts ? [409] : []),
    ...(body === undefined ? [] : [413]),
    // A body that may be empty is read whatever its type is.
    ...(needsBody ? [415] : []),
    ...(needsKey ? [422] : []),
    429,
    ...(callsProvider ? [502] : []),
    503,
  ];
  return {
    operationId,
    summary,
    description: "Needs an operator's token. Without OPS_TOKEN and OPS_TOKENS the server returns 404.",
    tags: ['operators'],
    security: [{ operator: [] }],
    parameters: [...inPath, ...inQuery, ...(needsKey ? [IDEMPOTENCY_KEY] : [])],
    ...(body === undefined
      ? {}
      : { requestBody: { required: needsBody, content: jsonContent(inputSchema(body)) } }),
    responses: {
      200: {
        description: 'Done.',
        content: isPage
          ? { 'text/html': { schema: outputSchema(response) } }
          : jsonContent(outputSchema(response)),
      },
      ...Object.fromEntries(statuses.map((status) => [status, { $ref: '#/components/responses/Problem' }])),
      default: { $ref: '#/components/responses/Problem' },
    },
  };
}

function jsonContent(schema: Json): Json {
  return { 'application/json': { schema } };
}
