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
  },
  login: {
    ...forEveryone('POST', 'users/login'),
    body: Credentials,
    response: LoggedInUser,
    refusesWith401: true,
  },
  getUser: { ...forCustomers('GET', 'users'), response: CurrentUser },
  sendEmailCode: { ...forEveryone('POST', 'verificationcodes/email/send'), body: CodeRequest },
  recoverPassword: { ...forEveryone('POST', 'users/passwordrecovery'), body: PasswordRecovery },
  changePassword: {
    ...forCustomers('POST', 'users/changepassword'),
    body: PasswordChange,
    response: ChangedPassword,
  },
  editUser: { ...forCustomers('PUT', 'users/edit'), body: UserEdit, response: User },
  setMailUpdates: { ...forCustomers('PUT', 'users/mail-updates'), body: EmailUpdates, response: User },
  sendConfirmation: { ...forCustomers('POST', 'users/email-confirmation') },

  logOut: { ...forCustomers('POST', 'users/logout') },
  endSessionById: { ...forEveryone('POST', 'users/sessions/end'), body: SessionToEnd },
  listSessions: { ...forCustomers('GET', 'users/sessions'), response: v.array(UserSession) },
  endSession: { ...forCustomers('POST', 'users/sessions/{id}/end'), body: PasswordConfirmation },
  endOtherSessions: { ...forCustomers('POST', 'users/sessions/end-others'), body: PasswordConfirmation },

  exportAccount: { ...forCustomers('GET', 'users/export'), response: AccountData },
  deleteAccount: { ...forCustomers('POST', 'users/delete'), body: PasswordConfirmation },

  submitGuestRequest: {
    ...forEveryone('POST', 'status/submit-to-zapier'),
    base: 'hook',
    body: GuestRequestInput,
    response: GuestReceipt,
    status: 201,
    idempotent: true,
  },
  getGuestRequest: {
    // The idempotency key is random and known only to the device that sent the request.
    ...forEveryone('GET', 'guestrequests/{key}'),
    response: GuestRequestState,
  },
  getGuestPayment: {
    // The key is random; the guest gets it by email or from an operator.
    ...forEveryone('GET', 'guestpayments/{key}'),
    response: GuestPayment,
  },
  createGuestPaymentSession: {
    ...forEveryone('POST', 'guestpayments/{key}/session'),
    response: PaymentSession,
  },

  subscribeToDeliveries: {
    ...forCustomers('POST', 'push/subscriptions'),
    body: CustomerPushSubscription,
    status: 201,
  },
  subscribeToParcel: {
    ...forEveryone('POST', 'orders/{orderGuid}/push'),
    body: PushSubscription,
    status: 201,
  },
  unsubscribePush: { ...forEveryone('POST', 'push/unsubscribe'), body: PushRemoval },

  listAddresses: { ...forCustomers('GET', 'addresses/send'), response: v.array(Address), paginated: true },
  createAddress: {
    ...forCustomers('POST', 'addresses/send'),
    body: AddressInput,
    response: Address,
    status: 201,
  },
  editAddress: { ...forCustomers('PUT', 'addresses/send/{id}'), body: AddressInput, response: Address },
  setDefaultPickUp: { ...forCustomers('PUT', 'addresses/send/{id}/default-pickup'), response: Address },
  setDefaultDropOff: { ...forCustomers('PUT', 'addresses/send/{id}/default-dropoff'), response: Address },
  deleteAddress: { ...forCustomers('DELETE', 'addresses/send/{id}') },

  ...paymentEndpoints,

  estimatePrice: {
    ...forEveryone('POST', 'orderrequests/estimateprice'),
    body: DeliveryRequestInput,
    response: PriceEstimate,
  },
  createDeliveryRequest: {
    ...forCustomers('POST', 'orderrequests'),
    body: DeliveryRequestInput,
    response: CreatedDeliveryRequest,
    status: 201,
    idempotent: true,
  },
  editDeliveryRequest: {
    ...forCustomers('PUT', 'orderrequests/{id}'),
    body: DeliveryRequestInput,
    response: DeliveryRequest,
    versioned: true,
  },
  deleteDeliveryRequest: { ...forCustomers('DELETE', 'orderrequests/{id}') },
  listDeliveryRequests: {
    ...forCustomers('GET', 'orderrequests'),
    response: v.array(DeliveryRequest),
    paginated: true,
  },
  getDeliveryRequest: { ...forCustomers('GET', 'orderrequests/{id}'), response: DeliveryRequest },
  trackOrder: { ...forEveryone('GET', 'orders/{orderGuid}/tracking'), response: Tracking },
  getReferenceStatus: { ...forEveryone('GET', 'references/{reference}'), response: ReferenceStatus },
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
