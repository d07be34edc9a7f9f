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
    errors: [502],
    summary: 'Saved cards',
  },
  addPaymentMethod: {
    ...forCustomers('POST', 'payments/payment-methods'),
    body: PaymentMethodInput,
    response: PaymentMethod,
    status: 201,
    errors: [404, 422, 502],
    summary: 'Save a card that the payment provider has tokenized',
  },
  createSetupIntent: {
    ...forCustomers('POST', 'payments/setup-intents'),
    response: SetupIntent,
    status: 201,
    errors: [502],
    summary: 'Start saving a card: the browser confirms the intent with the payment provider',
  },
  setDefaultPaymentMethod: {
    ...forCustomers('POST', 'payments/payment-methods/{id}/default'),
    response: PaymentMethod,
    errors: [502],
    summary: 'Make a card the default',
  },
  removePaymentMethod: {
    ...forCustomers('DELETE', 'payments/payment-methods/{id}'),
    errors: [409, 502],
    summary: 'Remove a card',
  },
  listPayments: {
    ...forCustomers('GET', 'payments'),
    response: v.array(Payment),
    paginated: true,
    summary: 'Payment history, newest first; with limit or after, one page of it',
  },
  createPaymentSession: {
    ...forCustomers('POST', 'payments/order-request/{id}'),
    response: PaymentSession,
    errors: [409, 502],
    summary: 'Create a checkout session for a delivery request',
  },
  chargeSavedCard: {
    ...forCustomers('POST', 'payments/order-request/{id}/charge'),
    body: SavedCardPaymentInput,
    response: SavedCardPayment,
    errors: [409, 422, 502],
    summary: 'Pay for a delivery request with a saved card',
  },
  getDeliveryPayment: {
    ...forCustomers('GET', 'payments/order-request/{id}'),
    response: DeliveryPayment,
    summary: 'The payment of a delivery request, or the attempt that failed last',
  },
} as const satisfies Record<string, Endpoint>;
