import { DELIVERY_TYPE } from '../../src/contract/delivery-type.ts';
import { EVENT_TYPE, ORDER_STATUS, PAYMENT_STATUS, REQUEST_STATUS } from '../../src/contract/status.ts';

type Schema = Record<string, unknown>;
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
  Order: { status: ORDER_STATUS },
  Tracking: { status: ORDER_STATUS },
  OrderEvent: { type: EVENT_TYPE },
  Payment: { status: PAYMENT_STATUS },
};

/** The schema with its numbers as enums, whose names are in `x-enum-varnames` and in the description. */
export function withEnums(name: string, schema: Schema): Schema {
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

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
