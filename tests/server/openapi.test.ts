import { Validator } from '@seriousme/openapi-schema-validator';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operatorEndpoints } from '../../server/endpoints/operator-endpoints.ts';
import { Address } from '../../src/contract/address.ts';
import { DeliveryRequest } from '../../src/contract/delivery-request.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { Tracking } from '../../src/contract/order.ts';
import { Payment as PaymentSchema } from '../../src/contract/payment.ts';
import { Problem } from '../../src/contract/problem.ts';
import { PriceEstimate } from '../../src/contract/tariff.ts';
import { User } from '../../src/contract/user.ts';
import { type ApiHarness, createApiHarness } from '../support/api-harness.ts';
import { openEmbedded } from '../support/databases.ts';

type OpenApiOperation = {
  operationId: string;
  requestBody?: { content: { 'application/json': { schema: unknown; example?: unknown } } };
  responses: Record<string, unknown>;
};

describe('The OpenAPI document', () => {
  let harness: ApiHarness;
  beforeAll(async () => {
    harness = await createApiHarness(await openEmbedded());
  });
  afterAll(() => harness.close());

  test('describes every call and validates as OpenAPI 3.1 (CAL-05)', async () => {
    const { body } = await harness.send('/api/openapi.json');
    const validator = new Validator();
    const result = await validator.validate(body as Record<string, unknown>);
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
    expect(validator.version).toBe('3.1');
    const { paths } = body as { paths: Record<string, Record<string, { operationId: string }>> };
    const ids = Object.entries(paths)
      .filter(([path]) => !path.startsWith('/ops/'))
      .flatMap(([, path]) => Object.values(path).map((call) => call.operationId));
    expect(ids.sort()).toEqual(Object.keys(endpoints).sort());
  });

  test('describes every operator call and what the server sends to HOOK_URL', async () => {
    const { body } = await harness.send('/api/openapi.json');
    const { paths, webhooks } = body as {
      paths: Record<string, Record<string, OpenApiOperation & { parameters: { name: string }[] }>>;
      webhooks: Record<string, unknown>;
    };
    const described = Object.entries(paths)
      .filter(([path]) => path.startsWith('/ops/'))
      .flatMap(([path, calls]) => Object.keys(calls).map((method) => `${method} ${path}`));
    const mounted = harness.app.routes
      .filter(({ method, path }) => path.startsWith('/ops/') && ['GET', 'POST'].includes(method))
      .map(({ method, path }) => `${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    expect(described.sort()).toEqual([...new Set(mounted)].sort());
    expect(described.length).toBeGreaterThan(10);
    expect(paths['/ops/payments']?.get?.parameters.map(({ name }) => name)).toContain('disputed');
    expect(paths['/ops/payments/{id}/refunds']?.post?.parameters.map(({ name }) => name)).toContain(
      'Idempotency-Key',
    );
    expect(webhooks).toMatchObject({
      forwardedGuestRequest: {
        post: {
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  allOf: [
                    { $ref: '#/components/schemas/GuestRequestInput' },
                    { required: ['referenceNumber'] },
                  ],
                },
              },
            },
          },
        },
      },
    });
  });

  test('names the schemas, refusals and examples of every call (CAL-05)', async () => {
    const { body } = await harness.send('/api/openapi.json');
    const { paths, components } = body as {
      paths: Record<string, Record<string, OpenApiOperation>>;
      components: { schemas: Record<string, unknown> };
    };
    const operations = Object.entries(paths)
      .filter(([path]) => !path.startsWith('/ops/'))
      .flatMap(([, path]) => Object.values(path));
    const references = JSON.stringify(body).matchAll(/#\/components\/schemas\/(\w+)/g);
    const missing = [...references]
      .map(([, name = '']) => name)
      .filter((name) => !(name in components.schemas));
    expect(missing).toEqual([]);
    for (const { operationId, requestBody, responses } of operations) {
      const content = requestBody?.content['application/json'];
      if (content !== undefined) {
        expect(content.schema, operationId).toEqual({ $ref: expect.any(String) });
        const { body: schema } =
          Object.entries<Endpoint>(endpoints).find(([name]) => name === operationId)?.[1] ?? {};
        expect(schema && v.is(schema, content.example), operationId).toBe(true);
      }
      const inline = JSON.stringify(responses).includes('"properties"');
      expect(inline, operationId).toBe(false);
      expect(Object.keys(responses), operationId).toContain('503');
    }
    const edit = operations.find(({ operationId }) => operationId === 'editDeliveryRequest');
    expect(Object.keys(edit?.responses ?? {})).toEqual([
      '200',
      '400',
      '401',
      '404',
      '409',
      '412',
      '413',
      '415',
      '429',
      '503',
      'default',
    ]);
    const create = operations.find(({ operationId }) => operationId === 'createDeliveryRequest');
    expect(Object.keys(create?.responses ?? {})).toEqual(expect.arrayContaining(['409', '422']));
  });

  test('names the response of every operator call', async () => {
    const { body } = await harness.send('/api/openapi.json');
    const { paths } = body as { paths: Record<string, Record<string, OpenApiOperation>> };
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
      path.startsWith('/ops/') ? Object.values(methods) : [],
    );
    expect(calls.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(operatorEndpoints).sort());
    for (const { operationId, responses } of calls) {
      expect(JSON.stringify(responses['200']), operationId).toMatch(
        /"schema":(\{"type":"array","items":)?\{"\$ref":"#\/components\/schemas\/\w+"\}|"text\/html":\{"schema":\{"type":"string"/,
      );
      expect(Object.keys(responses), operationId).toEqual(expect.arrayContaining(['401', '404', '503']));
    }
  });

  test('lists the values of every status and an example of every response (PRD-75)', async () => {
    const { body } = await harness.send('/api/openapi.json');
    const { components, paths, webhooks, tags } = body as {
      components: { schemas: Record<string, { properties?: Record<string, unknown>; examples?: unknown[] }> };
      paths: Record<string, Record<string, { tags: string[] }>>;
      webhooks: Record<string, Record<string, { tags: string[] }>>;
      tags: { name: string }[];
    };
    const numbers = Object.entries(components.schemas).flatMap(([name, { properties = {} }]) =>
      ['status', 'type', 'deliveryType'].flatMap((key) =>
        JSON.stringify(properties[key] ?? {}).includes('integer') ? [{ name, schema: properties[key] }] : [],
      ),
    );
    expect(numbers.length).toBeGreaterThanOrEqual(9);
    for (const { name, schema } of numbers) {
      expect(schema, name).toMatchObject({ enum: expect.arrayContaining([0, 1]) });
    }
    const Payment = components.schemas.Payment?.properties?.status;
    expect(Payment).toMatchObject({ enum: [0, 1, 2, 3, 4], description: expect.stringContaining('2: paid') });

    const contract = {
      Address,
      DeliveryRequest,
      Payment: PaymentSchema,
      PriceEstimate,
      Problem,
      Tracking,
      User,
    };
    for (const [name, schema] of Object.entries(contract)) {
      expect(v.is(schema, components.schemas[name]?.examples?.[0]), name).toBe(true);
    }
    const calls = [paths, webhooks].flatMap((group) =>
      Object.values(group).flatMap((path) => Object.values(path)),
    );
    const used = [...new Set(calls.flatMap((call) => call.tags))];
    expect(used.sort()).toEqual(tags.map(({ name }) => name).sort());
  });
});
