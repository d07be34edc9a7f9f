import { SEARCH_MAX_LENGTH } from '../../src/contract/constants.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import { LIST_FILTERS } from '../../src/contract/list-filter.ts';
import { CALL_LIMITS } from '../config/limits.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../http/pagination.ts';
import { BODY_EXAMPLES } from './openapi-examples.ts';
import { inputSchema, type Json, namedSchemas, outputSchema } from './openapi-schemas.ts';

/**
 * The OpenAPI 3.1 document of every entry in the contract's table, generated from the validation schemas.
 * @param further calls that are not in the contract, and webhooks, in the notation of OpenAPI
 */
export function openApiDocument(publicUrl: string, further: { paths: Json; webhooks: Json }): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Send',
      version: '1.0.0',
      description: 'Request deliveries, pay for them, track them. Errors are problem JSON (RFC 9457).',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The operator of this deployment', url: publicUrl },
    },
    servers: [{ url: publicUrl }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: { ...paths(), ...further.paths },
    webhooks: further.webhooks,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        operator: { type: 'http', scheme: 'bearer', description: 'OPS_TOKEN, or one of OPS_TOKENS' },
      },
      schemas: namedSchemas(),
      responses: {
        Problem: {
          description: 'A refusal; `title` is its code.',
          content: {
            'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
          },
        },
      },
    },
  };
}

/** The groups of calls, which are the first parts of their paths. */
const TAGS = {
  users: 'Accounts and sessions.',
  verificationcodes: 'Codes for a password reset.',
  addresses: 'Saved addresses.',
  payments: 'Saved cards and payments.',
  orderrequests: 'Delivery requests of customers.',
  guestrequests: 'What became of a request of a visitor.',
  guestpayments: 'What a visitor pays, without an account.',
  orders: 'Tracking by number.',
  push: 'Notifications on devices (Web Push).',
  status: 'Requests of visitors.',
  webhooks: 'Requests that the server sends.',
  operators: 'Calls for operators, with an OPS_TOKEN.',
};

function paths(): Json {
  const byPath: Record<string, Json> = {};
  for (const name of endpointNames()) {
    const endpoint: Endpoint = endpoints[name];
    const path = `/${endpoint.base}/${endpoint.path}`;
    byPath[path] = { ...byPath[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) };
  }
  return byPath;
}

function endpointNames(): EndpointName[] {
  return Object.keys(endpoints).filter((name): name is EndpointName => name in endpoints);
}

function operation(name: EndpointName, endpoint: Endpoint): Json {
  return {
    operationId: name,
    summary: endpoint.summary,
    description: describe(endpoint),
    tags: [endpoint.path.split('/')[0]],
    security: endpoint.auth ? [{ bearer: [] }] : [],
    parameters: parameters(name, endpoint),
    ...(endpoint.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: jsonContent(inputSchema(endpoint.body), BODY_EXAMPLES[name]),
          },
        }),
    responses: {
      [endpoint.status]: {
        description: 'Done.',
        content: jsonContent(outputSchema(endpoint.response)),
      },
      ...Object.fromEntries(
        refusals(name).map((status) => [status, { $ref: '#/components/responses/Problem' }]),
      ),
      default: { $ref: '#/components/responses/Problem' },
    },
  };
}

const search = (description: string): Json => ({
  name: 'search',
  in: 'query',
  description,
  schema: { type: 'string', maxLength: SEARCH_MAX_LENGTH },
});
const time = (name: string, description: string): Json => ({
  name,
  in: 'query',
  description,
  schema: { type: 'string', format: 'date-time' },
});

/** What a page of each list can be limited to. */
const LIST_PARAMETERS: Partial<Record<EndpointName, Json[]>> = {
  listDeliveryRequests: [
    {
      name: 'filter',
      in: 'query',
      description: 'Only these deliveries: a tab of My Deliveries, or a status that the customer sees.',
      schema: { type: 'string', enum: LIST_FILTERS, default: 'all' },
    },
    {
      name: 'number',
      in: 'query',
      description: 'Only the delivery with exactly this tracking number or reference.',
      schema: { type: 'string', maxLength: SEARCH_MAX_LENGTH },
    },
    search('Only deliveries whose places, numbers, status or note contain this text.'),
  ],
  listPayments: [
    time('from', 'Only payments since this time.'),
    time('to', 'Only payments before this time.'),
    search('Only payments whose route, numbers or description contain this text.'),
  ],
  listAddresses: [search('Only addresses whose name or address contains this text.')],
};

/** Statuses of a call that do not follow from its entry in the contract. 422 and 502 come from the payment provider. */
const FURTHER_REFUSALS: Partial<Record<EndpointName, number[]>> = {
  registerUser: [409],
  login: [429],
  changePassword: [403, 409],
  endSession: [403],
  endOtherSessions: [403],
  deleteAccount: [403, 409],
  createAddress: [409],
  createGuestPaymentSession: [409, 502],
  subscribeToDeliveries: [404, 409],
  subscribeToParcel: [409],
  unsubscribePush: [404],
  listPaymentMethods: [502],
  addPaymentMethod: [404, 422, 502],
  createSetupIntent: [502],
  setDefaultPaymentMethod: [502],
  removePaymentMethod: [409, 502],
  createPaymentSession: [409, 502],
  chargeSavedCard: [409, 422, 502],
  editDeliveryRequest: [409],
  deleteDeliveryRequest: [409],
};

/** The statuses with which the server refuses a call, in ascending order. Every call may also fail with 500. */
export function refusals(name: EndpointName): number[] {
  const endpoint: Endpoint = endpoints[name];
  const statuses = [
    ...(endpoint.body !== undefined || endpoint.paginated ? [400] : []),
    ...(endpoint.auth || endpoint.refusesWith401 ? [401] : []),
    ...(endpoint.path.includes('{') ? [404] : []),
    ...(endpoint.idempotent ? [409, 422] : []),
    ...(endpoint.body === undefined ? [] : [413, 415]),
    ...(CALL_LIMITS[name] === undefined ? [] : [429]),
    ...(FURTHER_REFUSALS[name] ?? []),
    503,
  ];
  return [...new Set(statuses)].sort((a, b) => a - b);
}

function describe(endpoint: Endpoint): string {
  return [
    endpoint.auth ? "Needs a customer's token." : 'Needs no token.',
    ...(endpoint.idempotent ? ['The same Idempotency-Key returns the first response again.'] : []),
    ...(endpoint.paginated ? ['Without parameters it returns the whole list.'] : []),
  ].join(' ');
}

function parameters(name: EndpointName, endpoint: Endpoint): Json[] {
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'The same key with the same body is answered with the first result again.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  };
  const page = [
    {
      name: 'limit',
      in: 'query',
      description: 'Asks for one page of at most so many rows. A Link header leads to the next page.',
      schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, default: DEFAULT_PAGE_SIZE },
    },
    {
      name: 'after',
      in: 'query',
      description: 'Where the page begins: taken from the Link header of the page before.',
      schema: { type: 'string' },
    },
  ];
  return [
    ...inPath,
    ...(endpoint.idempotent ? [key] : []),
    ...(endpoint.paginated ? page : []),
    ...(LIST_PARAMETERS[name] ?? []),
  ];
}

function jsonContent(schema: Json, example?: unknown): Json {
  return { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
}
