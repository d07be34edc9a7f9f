import { limitsOfCall } from '../config/limits.ts';
import examples from './openapi-examples.json';
import parts from './openapi-parts.json';
import { inputSchema, type Json, namedSchemas, outputSchema } from './openapi-schemas.ts';
import { operatorEndpoints } from './operator-endpoints.ts';
import { customerEndpoints, type ServerEndpoint } from './server-endpoint.ts';

/** The OpenAPI 3.1 document of every entry in the tables, generated from their schemas. JSON leaves out undefined fields. */
export function openApiDocument(publicUrl: string): Json {
  return {
    openapi: '3.1.0',
    info: { ...parts.info, contact: { name: 'The operator of this deployment', url: publicUrl } },
    servers: [{ url: publicUrl }],
    // The groups of calls are the first parts of their paths.
    tags: parts.tags,
    paths: paths(),
    // What the server itself sends.
    webhooks: parts.webhooks,
    components: {
      securitySchemes: parts.securitySchemes,
      schemas: namedSchemas(),
      responses: parts.responses,
    },
  };
}

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
    requestBody: body && {
      required: !isBodyOptional,
      content: content(inputSchema(body), undefined, BODY_EXAMPLES.get(name)),
    },
    responses: {
      [status]: { description: 'Done.', content: content(outputSchema(response), contentType) },
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
    return { name, in: 'query', required: entry.type !== 'optional', description, schema };
  });
  return [
    ...inPath,
    ...inQuery,
    ...(idempotent === undefined
      ? []
      : [parts.idempotencyKeys[idempotent === true ? 'optional' : 'required']]),
    ...(versioned ? [parts.ifMatch] : []),
  ];
}

function content(schema: Json, type = 'application/json', example?: unknown): Json {
  return { [type]: { schema, example } };
}
