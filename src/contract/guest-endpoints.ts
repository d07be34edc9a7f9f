import { GuestPayment, GuestReceipt, GuestRequestInput, GuestRequestState } from './delivery-request.ts';
import { type Endpoint, forEverybody } from './endpoint.ts';
import { PaymentSession } from './payment.ts';

/** The calls of visitors without an account, as a part of the table in endpoints.ts. */
export const guestEndpoints = {
  submitGuestRequest: {
    ...forEverybody,
    method: 'POST',
    path: 'status/submit-to-zapier',
    base: 'hook',
    body: GuestRequestInput,
    response: GuestReceipt,
    status: 201,
    idempotent: true,
    summary: 'Request a delivery without an account',
  },
  getGuestRequest: {
    ...forEverybody,
    method: 'GET',
    // The idempotency key is random and known only to the device that sent the request.
    path: 'guestrequests/{key}',
    response: GuestRequestState,
    summary: "How far a guest's request has come, by its idempotency key",
  },
  getGuestPayment: {
    ...forEverybody,
    method: 'GET',
    // The key is random; the guest gets it by e-mail or from an operator.
    path: 'guestpayments/{key}',
    response: GuestPayment,
    summary: 'What a guest pays, by the key of the payment page',
  },
  createGuestPaymentSession: {
    ...forEverybody,
    method: 'POST',
    path: 'guestpayments/{key}/session',
    response: PaymentSession,
    errors: [409, 502],
    summary: "Open the hosted checkout for a guest's request",
  },
} as const satisfies Record<string, Endpoint>;
