import * as v from 'valibot';
import { AccountData } from './account-data.ts';
import { Address, AddressInput } from './address.ts';
import {
  CreatedDeliveryRequest,
  DeliveryRequest,
  DeliveryRequestInput,
  GuestPayment,
  GuestReceipt,
  GuestRequestInput,
  GuestRequestState,
} from './delivery-request.ts';
import { type Endpoint, forCustomers, forEveryone } from './endpoint.ts';
import { ReferenceStatus, Tracking } from './order.ts';
import { PaymentSession } from './payment.ts';
import { paymentEndpoints } from './payment-endpoints.ts';
import { CustomerPushSubscription, PushRemoval, PushSubscription } from './push.ts';
import { PriceEstimate } from './tariff.ts';
import {
  ChangedPassword,
  CodeRequest,
  Credentials,
  CurrentUser,
  EmailUpdates,
  LoggedInUser,
  PasswordChange,
  PasswordConfirmation,
  PasswordRecovery,
  Registration,
  SessionToEnd,
  User,
  UserEdit,
  UserSession,
} from './user.ts';

/** Every endpoint of the product. The page, the worker, the server and the OpenAPI document all use this table. */
export const endpoints = {
  registerUser: {
    ...forEveryone('POST', 'users/create/send'),
    body: Registration,
    response: LoggedInUser,
    status: 201,
    errors: [409],
    summary: 'Register',
  },
  login: {
    ...forEveryone('POST', 'users/login'),
    body: Credentials,
    response: LoggedInUser,
    refusesWith401: true,
    errors: [429],
    summary: 'Log in',
  },
  getUser: {
    ...forCustomers('GET', 'users'),
    response: CurrentUser,
    summary: 'The current user; renews a token older than a day',
  },
  sendEmailCode: {
    ...forEveryone('POST', 'verificationcodes/email/send'),
    body: CodeRequest,
    summary: 'Send a password reset code by email',
  },
  recoverPassword: {
    ...forEveryone('POST', 'users/passwordrecovery'),
    body: PasswordRecovery,
    summary: 'Reset a password with the emailed code',
  },
  changePassword: {
    ...forCustomers('POST', 'users/changepassword'),
    body: PasswordChange,
    response: ChangedPassword,
    errors: [403, 409],
    summary: 'Change the password; ends all other sessions and returns a new token',
  },
  editUser: {
    ...forCustomers('PUT', 'users/edit'),
    body: UserEdit,
    response: User,
    summary: 'Change the name and the VAT number',
  },
  setMailUpdates: {
    ...forCustomers('PUT', 'users/mail-updates'),
    body: EmailUpdates,
    response: User,
    summary: 'Turn delivery emails on or off',
  },
  sendConfirmation: {
    ...forCustomers('POST', 'users/email-confirmation'),
    summary: 'Send the email again with which the customer confirms the address',
  },

  logOut: {
    ...forCustomers('POST', 'users/logout'),
    summary: 'Log out: ends the session of this token',
  },
  endSessionById: {
    ...forEveryone('POST', 'users/sessions/end'),
    body: SessionToEnd,
    summary:
      'End a session by its id, for a log-out that had no connection; unknown ids get the same response',
  },
  listSessions: {
    ...forCustomers('GET', 'users/sessions'),
    response: v.array(UserSession),
    summary: 'Sessions of this account, the one used last first',
  },
  endSession: {
    ...forCustomers('POST', 'users/sessions/{id}/end'),
    body: PasswordConfirmation,
    errors: [403],
    summary: 'End one session; needs the password',
  },
  endOtherSessions: {
    ...forCustomers('POST', 'users/sessions/end-others'),
    body: PasswordConfirmation,
    errors: [403],
    summary: 'End all sessions but this one; needs the password',
  },

  exportAccount: {
    ...forCustomers('GET', 'users/export'),
    response: AccountData,
    summary: 'Everything that the server stores about this account',
  },
  deleteAccount: {
    ...forCustomers('POST', 'users/delete'),
    body: PasswordConfirmation,
    errors: [403, 409],
    summary: 'Delete the account; not allowed while a paid delivery is under way',
  },

  submitGuestRequest: {
    ...forEveryone('POST', 'status/submit-to-zapier'),
    base: 'hook',
    body: GuestRequestInput,
    response: GuestReceipt,
    status: 201,
    idempotent: true,
    summary: 'Request a delivery without an account',
  },
  getGuestRequest: {
    // The idempotency key is random and known only to the device that sent the request.
    ...forEveryone('GET', 'guestrequests/{key}'),
    response: GuestRequestState,
    summary: "How far a guest's request has come, by its idempotency key",
  },
  getGuestPayment: {
    // The key is random; the guest gets it by email or from an operator.
    ...forEveryone('GET', 'guestpayments/{key}'),
    response: GuestPayment,
    summary: 'What a guest pays, by the key of the payment page',
  },
  createGuestPaymentSession: {
    ...forEveryone('POST', 'guestpayments/{key}/session'),
    response: PaymentSession,
    errors: [409, 502],
    summary: "Open the hosted checkout for a guest's request",
  },

  subscribeToDeliveries: {
    ...forCustomers('POST', 'push/subscriptions'),
    body: CustomerPushSubscription,
    status: 201,
    errors: [404, 409],
    summary: 'Notify a device about one delivery of the customer, or about all; ends with the session',
  },
  subscribeToParcel: {
    ...forEveryone('POST', 'orders/{orderGuid}/push'),
    body: PushSubscription,
    status: 201,
    errors: [409],
    summary: 'Notify a device about a package, by tracking number',
  },
  unsubscribePush: {
    ...forEveryone('POST', 'push/unsubscribe'),
    body: PushRemoval,
    errors: [404],
    summary: 'End the notifications of a device; unknown devices get the same response',
  },

  listAddresses: {
    ...forCustomers('GET', 'addresses/send'),
    response: v.array(Address),
    paginated: true,
    summary: 'Saved addresses, oldest first; with limit or after, one page of them',
  },
  createAddress: {
    ...forCustomers('POST', 'addresses/send'),
    body: AddressInput,
    response: Address,
    status: 201,
    errors: [409],
    summary: 'Save an address',
  },
  editAddress: {
    ...forCustomers('PUT', 'addresses/send/{id}'),
    body: AddressInput,
    response: Address,
    summary: 'Edit a saved address',
  },
  setDefaultPickUp: {
    ...forCustomers('PUT', 'addresses/send/{id}/default-pickup'),
    response: Address,
    summary: 'Make an address the default pick-up',
  },
  setDefaultDropOff: {
    ...forCustomers('PUT', 'addresses/send/{id}/default-dropoff'),
    response: Address,
    summary: 'Make an address the default drop-off',
  },
  deleteAddress: {
    ...forCustomers('DELETE', 'addresses/send/{id}'),
    summary: 'Delete a saved address',
  },

  ...paymentEndpoints,

  estimatePrice: {
    ...forEveryone('POST', 'orderrequests/estimateprice'),
    body: DeliveryRequestInput,
    response: PriceEstimate,
    summary: 'Estimate the price of a delivery',
  },
  createDeliveryRequest: {
    ...forCustomers('POST', 'orderrequests'),
    body: DeliveryRequestInput,
    response: CreatedDeliveryRequest,
    status: 201,
    idempotent: true,
    summary: 'Request a delivery',
  },
  editDeliveryRequest: {
    ...forCustomers('PUT', 'orderrequests/{id}'),
    body: DeliveryRequestInput,
    response: DeliveryRequest,
    versioned: true,
    errors: [409],
    summary: 'Edit a delivery request that is not paid yet',
  },
  deleteDeliveryRequest: {
    ...forCustomers('DELETE', 'orderrequests/{id}'),
    errors: [409],
    summary: 'Delete a delivery request that is not paid yet',
  },
  listDeliveryRequests: {
    ...forCustomers('GET', 'orderrequests'),
    response: v.array(DeliveryRequest),
    paginated: true,
    summary: 'All deliveries of the customer, newest first; with limit or after, one page of them',
  },
  getDeliveryRequest: {
    ...forCustomers('GET', 'orderrequests/{id}'),
    response: DeliveryRequest,
    summary: 'One delivery',
  },
  trackOrder: {
    ...forEveryone('GET', 'orders/{orderGuid}/tracking'),
    response: Tracking,
    summary: 'Where a package is, by tracking number',
  },
  getReferenceStatus: {
    ...forEveryone('GET', 'references/{reference}'),
    response: ReferenceStatus,
    errors: [429],
    summary: 'The status of a delivery, by reference; wrong references are limited',
  },
} as const satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
/** What a caller sends, before defaults are filled in. */
export type RequestBody<V extends EndpointName> = Endpoints[V] extends {
  body: infer S extends v.GenericSchema;
}
  ? v.InferInput<S>
  : undefined;
export type ResponseBody<V extends EndpointName> = v.InferOutput<Endpoints[V]['response']>;

export type ParamNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;
export type Params<V extends EndpointName> = Record<ParamNames<Endpoints[V]['path']>, string | number>;

/** The path of an endpoint with its parameters filled in and URL-encoded. */
export function pathOf(path: string, params: Record<string, string | number>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
}
