import { type ConversionConfig, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import { AccountData } from '../../src/contract/account-data.ts';
import { Address, AddressInput } from '../../src/contract/address.ts';
import {
  CreatedDeliveryRequest,
  DeliveryRequest,
  DeliveryRequestInput,
  GuestPayment,
  GuestReceipt,
  GuestRequestInput,
  GuestRequestState,
} from '../../src/contract/delivery-request.ts';
import { Order, OrderEvent, Tracking } from '../../src/contract/order.ts';
import {
  DeliveryPayment,
  Payment,
  PaymentMethod,
  PaymentMethodInput,
  PaymentSession,
  SavedCardPayment,
  SavedCardPaymentInput,
  SetupIntent,
} from '../../src/contract/payment.ts';
import { Problem } from '../../src/contract/problem.ts';
import { CustomerPushSubscription, PushRemoval, PushSubscription } from '../../src/contract/push.ts';
import { PriceEstimate } from '../../src/contract/tariff.ts';
import {
  ChangedPassword,
  CodeRequest,
  Credentials,
  CurrentUser,
  EmptyResponse,
  LoggedInUser,
  MailUpdates,
  PasswordChange,
  PasswordConfirmation,
  PasswordRecovery,
  Registration,
  SessionToEnd,
  User,
  UserEdit,
  UserSession,
} from '../../src/contract/user.ts';
import { isSchema, withEnums } from './openapi-enums.ts';
import { SCHEMA_EXAMPLES } from './openapi-examples.ts';
import {
  AuditEntry,
  FailedJob,
  FailedPaymentEvent,
  OperatorDeliveryRequest,
  OperatorGuestRequest,
  OperatorPayment,
  OperatorPaymentDetails,
  OperatorRefund,
  PaymentDocument,
  PaymentMovement,
  PaymentReportLine,
  PolicyViolation,
  ReplayedEvent,
  RetriedJob,
} from './operator-schemas.ts';

export type Json = Record<string, unknown>;

/** The schemas of bodies and of responses, by the names that they have in the contract. */
const INPUTS = {
  AddressInput,
  CodeRequest,
  Credentials,
  CustomerPushSubscription,
  DeliveryRequestInput,
  GuestRequestInput,
  MailUpdates,
  PasswordConfirmation,
  PasswordChange,
  PasswordRecovery,
  PaymentMethodInput,
  PushRemoval,
  PushSubscription,
  Registration,
  SavedCardPaymentInput,
  SessionToEnd,
  UserEdit,
};
const OUTPUTS = {
  AccountData,
  Address,
  AuditEntry,
  ChangedPassword,
  CreatedDeliveryRequest,
  CurrentUser,
  DeliveryPayment,
  DeliveryRequest,
  EmptyResponse,
  FailedJob,
  FailedPaymentEvent,
  GuestPayment,
  GuestReceipt,
  GuestRequestState,
  OperatorDeliveryRequest,
  OperatorGuestRequest,
  OperatorPayment,
  OperatorPaymentDetails,
  OperatorRefund,
  Order,
  OrderEvent,
  Payment,
  PaymentMethod,
  PaymentDocument,
  PaymentMovement,
  PaymentReportLine,
  PaymentSession,
  PolicyViolation,
  PriceEstimate,
  Problem,
  ReplayedEvent,
  RetriedJob,
  SavedCardPayment,
  SetupIntent,
  LoggedInUser,
  Tracking,
  User,
  UserSession,
};

const CONFIG = {
  // Checks and transformations that JSON Schema cannot express (trimming, well-formed text) are left out.
  errorMode: 'ignore',
  target: 'draft-2020-12',
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
} satisfies ConversionConfig;

/** All named schemas, for `components`. */
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
