import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { Problem } from '../../src/contract/errors.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from './pagination.ts';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of every entry in the contract's table, generated from the validation schemas. */
export function openApiDocument(publicUrl: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Send',
      version: '1.0.0',
      description: 'Request deliveries, pay for them, track them. Errors are problem JSON (RFC 9457).',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    paths: paths(),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Problem: toOpenApiSchema(Problem, 'output') },
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

function paths(): Json {
  const byPath: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const path = `/${endpoint.base}/${endpoint.path}`;
    byPath[path] = { ...byPath[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) };
  }
  return byPath;
}

function operation(name: string, endpoint: Endpoint): Json {
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[0]],
    security: endpoint.auth ? [{ bearer: [] }] : [],
    parameters: parameters(endpoint),
    ...(endpoint.body === undefined
      ? {}
      : { requestBody: { required: true, content: jsonContent(toOpenApiSchema(endpoint.body, 'input')) } }),
    responses: {
      [endpoint.status]: {
        description: 'Done.',
        content: jsonContent(toOpenApiSchema(endpoint.response, 'output')),
      },
      default: { $ref: '#/components/responses/Problem' },
    },
  };
}

function parameters(endpoint: Endpoint): Json[] {
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
  return [...inPath, ...(endpoint.idempotent ? [key] : []), ...(endpoint.paginated ? page : [])];
}

function toOpenApiSchema(schema: GenericSchema, typeMode: 'input' | 'output'): Json {
  // Checks and transformations that JSON Schema cannot express (trimming, well-formed text) are left out.
  const { $schema: _dialect, ...rest } = toJsonSchema(schema, {
    typeMode,
    errorMode: 'ignore',
    target: 'draft-2020-12',
  });
  return rest;
}

function jsonContent(schema: Json): Json {
  return { 'application/json': { schema } };
}
