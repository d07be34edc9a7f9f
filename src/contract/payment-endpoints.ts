import * as v from 'valibot';
import { type Endpoint, forCustomers } from './endpoint.ts';
import {
  DeliveryPayment,
  Payment,
  PaymentMethod,
  PaymentMethodInput,
  PaymentSession,
  SavedCardPayment,
  SavedCardPaymentInput,
  SetupIntent,
} from './payment.ts';

/** The calls for cards and payments, as a part of the table in endpoints.ts. */
export const paymentEndpoints = {
  listPaymentMethods: {
    ...forCustomers('GET', 'payments/payment-methods'),
    response: v.array(PaymentMethod),
  },
  addPaymentMethod: {
    ...forCustomers('POST', 'payments/payment-methods'),
    body: PaymentMethodInput,
    response: PaymentMethod,
    status: 201,
  },
  createSetupIntent: {
    ...forCustomers('POST', 'payments/setup-intents'),
    response: SetupIntent,
    status: 201,
  },
  setDefaultPaymentMethod: {
    ...forCustomers('POST', 'payments/payment-methods/{id}/default'),
    response: PaymentMethod,
  },
  removePaymentMethod: { ...forCustomers('DELETE', 'payments/payment-methods/{id}') },
  listPayments: { ...forCustomers('GET', 'payments'), response: v.array(Payment), paginated: true },
  createPaymentSession: { ...forCustomers('POST', 'payments/order-request/{id}'), response: PaymentSession },
  chargeSavedCard: {
    ...forCustomers('POST', 'payments/order-request/{id}/charge'),
    body: SavedCardPaymentInput,
    response: SavedCardPayment,
  },
  getDeliveryPayment: { ...forCustomers('GET', 'payments/order-request/{id}'), response: DeliveryPayment },
} as const satisfies Record<string, Endpoint>;
