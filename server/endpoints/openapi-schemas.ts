import { type ConversionConfig, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import * as accountData from '../../src/contract/account-data.ts';
import * as address from '../../src/contract/address.ts';
import * as deliveryRequest from '../../src/contract/delivery-request.ts';
import { DELIVERY_TYPE } from '../../src/contract/delivery-type.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import * as order from '../../src/contract/order.ts';
import * as payment from '../../src/contract/payment.ts';
import * as problem from '../../src/contract/problem.ts';
import * as push from '../../src/contract/push.ts';
import { EVENT_TYPE, ORDER_STATUS, PAYMENT_STATUS, REQUEST_STATUS } from '../../src/contract/status.ts';
import { PriceEstimate } from '../../src/contract/tariff.ts';
import * as user from '../../src/contract/user.ts';
import examples from './openapi-examples.json';
import * as operator from './operator-schemas.ts';

export type Json = Record<string, unknown>;

/** The schemas by the names that they have in the code. Those of bodies describe what is sent, the others what is returned. */
const SCHEMAS = [
  accountData,
  address,
  deliveryRequest,
  order,
  payment,
  problem,
  push,
  { PriceEstimate },
  user,
  operator,
].flatMap((schemas) => Object.entries<GenericSchema>(schemas));
const bodies = new Set(Object.values<Endpoint>(endpoints).map(({ body }) => body));
const INPUTS = Object.fromEntries(SCHEMAS.filter(([, schema]) => bodies.has(schema)));
const OUTPUTS = Object.fromEntries(SCHEMAS.filter(([, schema]) => !bodies.has(schema)));

const CONFIG = {
  // Checks and transformations that JSON Schema cannot express (trimming, well-formed text) are left out.
  errorMode: 'ignore',
  target: 'draft-2020-12',
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
} satisfies ConversionConfig;

const SCHEMA_EXAMPLES = new Map<string, unknown>(Object.entries(examples.schemas));

export function namedSchemas(): Json {
  const schemas: Json = {
    ...toJsonSchemaDefs(INPUTS, { ...CONFIG, typeMode: 'input' }),
    ...toJsonSchemaDefs(OUTPUTS, { ...CONFIG, typeMode: 'output' }),
  };
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      if (!isSchema(schema)) return [name, schema];
      const example = SCHEMA_EXAMPLES.get(name);
      return [
        name,
        { ...withEnums(name, schema), ...(example === undefined ? {} : { examples: [example] }) },
      ];
    }),
  );
}

/** The schema of a body: a reference if it has a name. */
export function inputSchema(schema: GenericSchema): Json {
  return withoutDefinitions(toJsonSchema(schema, { ...CONFIG, typeMode: 'input', definitions: INPUTS }));
}

/** The schema of a response: a reference, or a list of references, if it has a name. */
export function outputSchema(schema: GenericSchema): Json {
  return withoutDefinitions(toJsonSchema(schema, { ...CONFIG, typeMode: 'output', definitions: OUTPUTS }));
}

function withoutDefinitions(schema: ReturnType<typeof toJsonSchema>): Json {
  const { $schema: _dialect, $defs: _definitions, ...rest } = schema;
  return rest;
}

type Numbers = Readonly<Record<string, number>>;

/**
 * The named numbers of each schema. The validation accepts any number, so that the app shows a status that it does not
 * know as pending; the document lists those that exist.
 */
const NUMBERS: Record<string, Record<string, Numbers>> = {
  DeliveryRequestInput: { deliveryType: DELIVERY_TYPE },
  DeliveryRequest: { deliveryType: DELIVERY_TYPE, status: REQUEST_STATUS },
  CreatedDeliveryRequest: { deliveryType: DELIVERY_TYPE, status: REQUEST_STATUS },
  OperatorDeliveryRequest: { deliveryType: DELIVERY_TYPE, status: REQUEST_STATUS },
  OperatorGuestRequest: { status: REQUEST_STATUS },
  OperatorPayment: { status: PAYMENT_STATUS },
  OperatorPaymentDetails: { status: PAYMENT_STATUS },
  GuestRequestState: { status: REQUEST_STATUS },
  ReferenceStatus: { status: REQUEST_STATUS },
  Order: { status: ORDER_STATUS },
  Tracking: { status: ORDER_STATUS },
  OrderEvent: { type: EVENT_TYPE },
  Payment: { status: PAYMENT_STATUS },
};

/** The schema with its numbers as enums, whose names are in `x-enum-varnames` and in the description. */
function withEnums(name: string, schema: Json): Json {
  const { properties } = schema;
  const numbers = NUMBERS[name];
  if (numbers === undefined || !isSchema(properties)) return schema;
  const enums = Object.entries(numbers).map(([property, values]) => [
    property,
    {
      type: 'integer',
      enum: Object.values(values),
      'x-enum-varnames': Object.keys(values),
      description: Object.entries(values)
        .map(([meaning, value]) => `${value}: ${meaning}`)
        .join(', '),
    },
  ]);
  return { ...schema, properties: { ...properties, ...Object.fromEntries(enums) } };
}

function isSchema(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
