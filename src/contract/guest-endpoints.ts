import { GuestPayment, GuestReceipt, GuestRequestInput, GuestRequestState } from './delivery-request.ts';
import { type Endpoint, forEveryone } from './endpoint.ts';
import { PaymentSession } from './payment.ts';

/** The calls of guests, who have no account, as a part of the table in endpoints.ts. */
export const guestEndpoints = {
  submitGuestRequest: {
    ...forEveryone,
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
    ...forEveryone,
    method: 'GET',
    // The idempotency key is random and known only to the device that sent the request.
    path: 'guestrequests/{key}',
    response: GuestRequestState,
    summary: "How far a guest's request has come, by its idempotency key",
  },
  getGuestPayment: {
    ...forEveryone,
    method: 'GET',
    // The key is random; the guest gets it by email or from an operator.
    path: 'guestpayments/{key}',
    response: GuestPayment,
    summary: 'What a guest pays, by the key of the payment page',
  },
  createGuestPaymentSession: {
    ...forEveryone,
    method: 'POST',
    path: 'guestpayments/{key}/session',
    response: PaymentSession,
    errors: [409, 502],
    summary: "Open the hosted checkout for a guest's request",
  },
} as const satisfies Record<string, Endpoint>;
