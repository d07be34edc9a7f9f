import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ESTree } from 'vite';
import { CALLS } from '../../server/sandbox/stripe/api-calls.ts';
import type { ParameterTypes, ResponseTypes, StripeTypes } from '../../server/sandbox/stripe/stripe-types.ts';
import {
  alternatives,
  type Found,
  find,
  nameOf,
  type Place,
  propertiesOf,
  readSource,
  SDK,
} from './declarations.ts';

/** The sandbox reads from this file which parameters and which response fields the installed SDK has. */
export const STRIPE_TYPES_FILE = 'server/sandbox/assets/stripe-types.generated.json';

/** The objects in responses, by the value of their field `object`. */
const OBJECTS = {
  account: ['Accounts', 'Account'],
  balance_transaction: ['BalanceTransactions', 'BalanceTransaction'],
  charge: ['Charges', 'Charge'],
  'checkout.session': ['Checkout/Sessions', 'Session'],
  customer: ['Customers', 'Customer'],
  dispute: ['Disputes', 'Dispute'],
  invoice: ['Invoices', 'Invoice'],
  item: ['LineItems', 'LineItem'],
  line_item: ['InvoiceLineItems', 'InvoiceLineItem'],
  payment_intent: ['PaymentIntents', 'PaymentIntent'],
  payment_method: ['PaymentMethods', 'PaymentMethod'],
  'radar.early_fraud_warning': ['Radar/EarlyFraudWarnings', 'EarlyFraudWarning'],
  refund: ['Refunds', 'Refund'],
  setup_intent: ['SetupIntents', 'SetupIntent'],
  tax_rate: ['TaxRates', 'TaxRate'],
  webhook_endpoint: ['WebhookEndpoints', 'WebhookEndpoint'],
} as const;
const FILES = [...new Set([...Object.values(OBJECTS).map(([file]) => file), 'Events'])];
/** The types of payment methods other than cards are large, and the sandbox does not read them. */
const OTHER_METHODS =
  /(^PaymentMethod(CreateParams)?|\.(DestinationDetails|NextAction|PaymentMethodData|PaymentMethodDetails|PaymentMethodOptions))\.(?!Card$|Card\.|BillingDetails$)\w/;

export function serializeStripeTypes(): string {
  const parameters: ParameterTypes = {};
  const responses: ResponseTypes = {};
  const types: StripeTypes = { calls: {}, parameters, objects: {}, responses };
  for (const { call, found } of FILES.flatMap(listCalls)) {
    if (!CALLS.has(call)) continue;
    types.calls[call] = found.name;
    addParameters(parameters, found);
  }
  for (const [object, [file, name]] of Object.entries(OBJECTS)) {
    const found = find(name, { file: `resources/${file}`, scope: '' });
    if (found === undefined) throw new Error(`The SDK has no type ${name}.`);
    types.objects[object] = found.name;
    addResponse(responses, found);
  }
  return serialize(types);
}

/** Each type is on a line of its own, so that a change of the SDK can be reviewed. */
function serialize(types: StripeTypes): string {
  const lines = (values: object) =>
    Object.entries(values)
      .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
      .join(',\n');
  const parts = Object.entries(types).map(([name, values]) => `"${name}": {\n${lines(values)}\n}`);
  return `{\n${parts.join(',\n')}\n}\n`;
}

/** Returns the calls of a file of the SDK, such as `POST /v1/customers/:id`, with the types of their parameters. */
function listCalls(name: string): { call: string; found: Found }[] {
  const file = `resources/${name}`;
  const code = readFileSync(`${SDK}/${file}.js`, 'utf8');
  const methods = code.matchAll(
    /^ {4}(\w+)\(.*\) \{\n\s+return this\._makeRequest\('(\w+)', ['`](.*?)['`],/gm,
  );
  return [...methods].flatMap(([, method = '', verb, path = '']) => {
    const call = `${verb} ${path.replace(/\$\{.*?\}/g, ':id')}`;
    const type = parametersOf(file, method);
    const found = type === undefined ? undefined : find(type, { file, scope: '' });
    return found === undefined ? [] : [{ call, found }];
  });
}

function parametersOf(file: string, method: string): string | undefined {
  for (const node of readSource(file).declarations.values()) {
    if (node.type !== 'ClassDeclaration') continue;
    for (const member of node.body.body) {
      if (!('value' in member) || !('key' in member) || member.key.type !== 'Identifier') continue;
      if (member.key.name !== method || !member.value || !('params' in member.value)) continue;
      const parameter = member.value.params.find(
        (each) => each.type === 'Identifier' && each.name === 'params',
      );
      const type =
        parameter && 'typeAnnotation' in parameter ? parameter.typeAnnotation?.typeAnnotation : undefined;
      if (type?.type === 'TSTypeReference') return nameOf(type.typeName);
    }
  }
  return undefined;
}

function addParameters(types: ParameterTypes, found: Found): void {
  if (types[found.name] !== undefined) return;
  const fields: ParameterTypes[string] = {};
  types[found.name] = fields;
  for (const { key, type, isOptional, ...place } of propertiesOf(found) ?? []) {
    fields[key] = parameterKinds(types, type, place).join('|') + (isOptional ? '' : '!');
  }
}

/** Returns what a parameter can be, as `ParameterTypes` describes it. */
function parameterKinds(types: ParameterTypes, type: ESTree.TSType, place: Place): string[] {
  const kinds = alternatives(type, place).map((each) => {
    const item = itemOf(each.type);
    if (item !== undefined) return `[]${parameterKinds(types, item, each).join('|')}`;
    if (each.type?.type === 'TSNumberKeyword') return 'number';
    if (each.type?.type === 'TSBooleanKeyword') return 'boolean';
    const found = each.type?.type === 'TSTypeReference' ? find(nameOf(each.type.typeName), each) : undefined;
    if (found === undefined) return 'string';
    if (OTHER_METHODS.test(found.name) || propertiesOf(found) === undefined) return '*';
    addParameters(types, found);
    return found.name;
  });
  return [...new Set(kinds)];
}

function addResponse(types: ResponseTypes, found: Found): void {
  if (types[found.name] !== undefined) return;
  const fields: ResponseTypes[string] = {};
  types[found.name] = fields;
  for (const { key, type, isOptional, ...place } of propertiesOf(found) ?? []) {
    const nested = nestedType(types, type, place);
    fields[key] = {
      ...(isOptional ? {} : { value: defaultValue(type, place) }),
      ...(nested === undefined ? {} : { type: nested }),
    };
  }
}

/** Returns the type of a nested object or of the items of a list. An object with a field `object` names its own type. */
function nestedType(types: ResponseTypes, type: ESTree.TSType, place: Place): string | undefined {
  for (const each of alternatives(type, place)) {
    const item = itemOf(each.type);
    const nested = item === undefined ? undefined : nestedType(types, item, each);
    if (nested !== undefined) return nested;
    if (each.type?.type !== 'TSTypeReference') continue;
    const found = find(nameOf(each.type.typeName), each);
    if (found?.node.type !== 'TSInterfaceDeclaration' || OTHER_METHODS.test(found.name)) continue;
    const properties = propertiesOf(found);
    if (properties === undefined || properties.some(({ key }) => key === 'object')) continue;
    addResponse(types, found);
    return found.name;
  }
  return undefined;
}

/** Returns null if the type allows it, else the first value that fits. */
function defaultValue(type: ESTree.TSType, place: Place): unknown {
  const all = alternatives(type, place);
  const [first] = all;
  if (first === undefined || all.some((each) => each.type === undefined)) return null;
  const literal = all.find((each) => each.type?.type === 'TSLiteralType')?.type;
  if (literal?.type === 'TSLiteralType' && 'value' in literal.literal) return literal.literal.value;
  if (itemOf(first.type) !== undefined) return [];
  switch (first.type?.type) {
    case 'TSBooleanKeyword':
      return false;
    case 'TSNumberKeyword':
      return 0;
    case 'TSTypeReference':
      return {};
    default:
      return '';
  }
}

function itemOf(type: ESTree.TSType | undefined): ESTree.TSType | undefined {
  if (type?.type === 'TSArrayType') return type.elementType;
  return type?.type === 'TSTypeReference' && nameOf(type.typeName) === 'Array'
    ? type.typeArguments?.params[0]
    : undefined;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(STRIPE_TYPES_FILE, serializeStripeTypes());
