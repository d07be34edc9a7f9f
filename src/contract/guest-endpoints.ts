import { GuestPayment, GuestReceipt, GuestRequestInput, GuestRequestState } from './delivery-request.ts';
import type { Endpoint } from './endpoint.ts';
import { PaymentSession } from './payment.ts';

/** The calls of visitors without an account, as a part of the table in endpoints.ts. */
export const guestEndpoints = {
  submitGuestRequest: {
    method: 'POST',
    path: 'status/submit-to-zapier',
    base: 'hook',
    auth: false,
    body: GuestRequestInput,
    response: GuestReceipt,
    status: 201,
    idempotent: true,
    summary: 'Request a delivery without an account',
  },
  getGuestRequest: {
    method: 'GET',
    // The idempotency key is random and known only to the device that sent the request.
    path: 'guestrequests/{key}',
    base: 'api',
    auth: false,
    response: GuestRequestState,
    status: 200,
    summary: "How far a guest's request has come, by its idempotency key",
  },
  getGuestPayment: {
    method: 'GET',
    // The key is random; the guest gets it by e-mail or from an operator.
    path: 'guestpayments/{key}',
    base: 'api',
    auth: false,
    response: GuestPayment,
    status: 200,
    summary: 'What a guest pays, by the key of the payment page',
  },
  createGuestPaymentSession: {
    method: 'POST',
    path: 'guestpayments/{key}/session',
    base: 'api',
    auth: false,
    response: PaymentSession,
    status: 200,
    errors: [409, 502],
    summary: "Open the hosted checkout for a guest's request",
  },
} as const satisfies Record<string, Endpoint>;
