import { GuestRequestInput } from '../../src/contract/delivery-request.ts';
import { limitsOfCall } from '../config/limits.ts';
import examples from './openapi-examples.json';
import { inputSchema, type Json, namedSchemas, outputSchema } from './openapi-schemas.ts';
import { operatorEndpoints } from './operator-endpoints.ts';
import { customerEndpoints, type ServerEndpoint } from './server-endpoint.ts';

/** The OpenAPI 3.1 document of every entry in the tables, generated from their schemas. */
export function openApiDocument(publicUrl: string): Json {
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
    paths: paths(),
    webhooks: WEBHOOKS,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        operator: { type: 'http', scheme: 'bearer', description: 'OPS_TOKEN, or one of OPS_TOKENS' },
      },
      schemas: namedSchemas(),
      responses: {
        Problem: {
          description: 'An error; `title` is its code.',
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
  guestrequests: "The status of a guest's request.",
  guestpayments: 'What a guest pays, without an account.',
  references: 'The status of a delivery, by its reference.',
  orders: 'Tracking by number.',
  push: 'Notifications on devices (Web Push).',
  status: 'Requests of guests.',
  webhooks: 'Requests that the server sends.',
  operators: 'Calls for operators, with an OPS_TOKEN.',
};

function paths(): Json {
  const byPath: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries<ServerEndpoint>({
    ...customerEndpoints,
    ...operatorEndpoints,
  })) {
    const path = `/${endpoint.base}/${endpoint.path}`;
    byPath[path] = { ...byPath[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) };
  }
  return byPath;
}

function operation(name: string, endpoint: ServerEndpoint): Json {
  const { summary, auth, body, isBodyOptional = false, response, status, contentType } = endpoint;
  return {
    operationId: name,
    summary,
    description: describe(endpoint),
    tags: [auth === 'operator' ? 'operators' : endpoint.path.split('/')[0]],
    security: auth === false ? [] : [auth === true ? { bearer: [] } : { operator: [] }],
    parameters: parameters(endpoint),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: !isBodyOptional,
            content: jsonContent(inputSchema(body), BODY_EXAMPLES.get(name)),
          },
        }),
    responses: {
      [status]: {
        description: 'Done.',
        content:
          contentType === undefined
            ? jsonContent(outputSchema(response))
            : { [contentType]: { schema: outputSchema(response) } },
      },
      ...Object.fromEntries(
        errorStatuses(name, endpoint).map((error) => [error, { $ref: '#/components/responses/Problem' }]),
      ),
      default: { $ref: '#/components/responses/Problem' },
    },
  };
}

/** The error statuses of a call, in ascending order. Every call may also fail with 500. */
export function errorStatuses(name: string, endpoint: ServerEndpoint): number[] {
  const { auth, body, query } = endpoint;
  const isForOperators = auth === 'operator';
  const statuses = [
    ...(body !== undefined || query !== undefined ? [400] : []),
    ...(auth !== false || endpoint.refusesWith401 ? [401] : []),
    ...(endpoint.path.includes('{') || isForOperators ? [404] : []),
    ...(endpoint.idempotent === undefined ? [] : [409, 422]),
    ...(endpoint.versioned ? [412] : []),
    ...(body === undefined ? [] : [413]),
    // A body that may be empty is read whatever its type is.
    ...(body === undefined || endpoint.isBodyOptional ? [] : [415]),
    ...(limitsOfCall(name) === undefined && !isForOperators ? [] : [429]),
    ...(endpoint.errors ?? []),
    503,
  ];
  return [...new Set(statuses)].sort((a, b) => a - b);
}

const BODY_EXAMPLES = new Map<string, unknown>(Object.entries(examples.bodies));

function describe({ auth, idempotent, paginated }: ServerEndpoint): string {
  if (auth === 'operator') {
    return "Needs an operator's token. Without OPS_TOKEN and OPS_TOKENS the server returns 404.";
  }
  return [
    auth ? "Needs a customer's token." : 'Needs no token.',
    ...(idempotent ? ['The same Idempotency-Key returns the first response again.'] : []),
    ...(paginated ? ['Without parameters it returns the whole list.'] : []),
  ].join(' ');
}

function parameters({ path, query, idempotent, versioned }: ServerEndpoint): Json[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries(query?.entries ?? {}).map(([name, entry]) => {
    const { description, ...schema } = outputSchema(entry);
    return {
      name,
      in: 'query',
      required: entry.type !== 'optional',
      ...(description ? { description } : {}),
      schema,
    };
  });
  return [
    ...inPath,
    ...inQuery,
    ...(idempotent === undefined ? [] : [idempotencyKey(idempotent)]),
    ...(versioned ? [IF_MATCH] : []),
  ];
}

const IF_MATCH: Json = {
  name: 'If-Match',
  in: 'header',
  description:
    'The `lastModified` of the record in quotes. If it was changed since, the call fails with 412.',
  required: false,
  schema: { type: 'string' },
};

function idempotencyKey(
  need: true | 'required',
  description = 'The first response is returned again for the same key and body.',
): Json {
  const isRequired = need === 'required';
  return {
    name: 'Idempotency-Key',
    in: 'header',
    description,
    required: isRequired,
    schema: isRequired
      ? { type: 'string', minLength: 8, maxLength: 100 }
      : { type: 'string', minLength: 1, maxLength: 255 },
  };
}

function jsonContent(schema: Json, example?: unknown): Json {
  return { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
}

/** What the server itself sends. */
const WEBHOOKS: Json = {
  forwardedGuestRequest: {
    post: {
      operationId: 'forwardedGuestRequest',
      summary: "A guest's request, sent to HOOK_URL/status/submit-to-zapier until it is accepted.",
      description: 'The server sends it if HOOK_URL is set, and retries it after failures.',
      tags: ['webhooks'],
      security: [],
      parameters: [idempotencyKey('required', 'The same for every attempt to send the same request.')],
      requestBody: {
        required: true,
        content: jsonContent({
          allOf: [
            inputSchema(GuestRequestInput),
            {
              type: 'object',
              properties: { referenceNumber: { type: 'string' } },
              required: ['referenceNumber'],
            },
          ],
        }),
      },
      responses: {
        '2XX': { description: 'The request is accepted.' },
        '4XX': { description: 'Final, except 408, 425 and 429: the job is listed as failed.' },
        '5XX': { description: 'The server tries again later.' },
      },
    },
  },
};
