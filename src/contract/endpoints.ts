import * as v from 'valibot';
import { AccountData } from './account-data.ts';
import { Address, AddressInput } from './address.ts';
import * as delivery from './delivery-request.ts';
import { type Endpoint, forCustomers, forEveryone } from './endpoint.ts';
import { ReferenceStatus, Tracking } from './order.ts';
import * as payment from './payment.ts';
import * as push from './push.ts';
import { PriceEstimate } from './tariff.ts';
import * as user from './user.ts';

/** Every endpoint of the product. The page, the worker, the server and the OpenAPI document all use this table. */
export const endpoints = {
  registerUser: {
    ...forEveryone('POST', 'users/create/send'),
    body: user.Registration,
    response: user.LoggedInUser,
    status: 201,
  },
  login: {
    ...forEveryone('POST', 'users/login'),
    body: user.Credentials,
    response: user.LoggedInUser,
    refusesWith401: true,
  },
  getUser: { ...forCustomers('GET', 'users'), response: user.CurrentUser },
  sendEmailCode: { ...forEveryone('POST', 'verificationcodes/email/send'), body: user.CodeRequest },
  recoverPassword: { ...forEveryone('POST', 'users/passwordrecovery'), body: user.PasswordRecovery },
  changePassword: {
    ...forCustomers('POST', 'users/changepassword'),
    body: user.PasswordChange,
    response: user.ChangedPassword,
  },
  editUser: { ...forCustomers('PUT', 'users/edit'), body: user.UserEdit, response: user.User },
  setMailUpdates: {
    ...forCustomers('PUT', 'users/mail-updates'),
    body: user.EmailUpdates,
    response: user.User,
  },
  sendConfirmation: { ...forCustomers('POST', 'users/email-confirmation') },

  logOut: { ...forCustomers('POST', 'users/logout') },
  endSessionById: { ...forEveryone('POST', 'users/sessions/end'), body: user.SessionToEnd },
  listSessions: { ...forCustomers('GET', 'users/sessions'), response: v.array(user.UserSession) },
  endSession: { ...forCustomers('POST', 'users/sessions/{id}/end'), body: user.PasswordConfirmation },
  endOtherSessions: { ...forCustomers('POST', 'users/sessions/end-others'), body: user.PasswordConfirmation },

  exportAccount: { ...forCustomers('GET', 'users/export'), response: AccountData },
  deleteAccount: { ...forCustomers('POST', 'users/delete'), body: user.PasswordConfirmation },

  submitGuestRequest: {
    ...forEveryone('POST', 'status/submit-to-zapier'),
    base: 'hook',
    body: delivery.GuestRequestInput,
    response: delivery.GuestReceipt,
    status: 201,
    idempotent: true,
  },
  getGuestRequest: {
    // The idempotency key is random and known only to the device that sent the request.
    ...forEveryone('GET', 'guestrequests/{key}'),
    response: delivery.GuestRequestState,
  },
  getGuestPayment: {
    // The key is random; the guest gets it by email or from an operator.
    ...forEveryone('GET', 'guestpayments/{key}'),
    response: delivery.GuestPayment,
  },
  createGuestPaymentSession: {
    ...forEveryone('POST', 'guestpayments/{key}/session'),
    response: payment.PaymentSession,
  },

  subscribeToDeliveries: {
    ...forCustomers('POST', 'push/subscriptions'),
    body: push.CustomerPushSubscription,
    status: 201,
  },
  subscribeToParcel: {
    ...forEveryone('POST', 'orders/{orderGuid}/push'),
    body: push.PushSubscription,
    status: 201,
  },
  unsubscribePush: { ...forEveryone('POST', 'push/unsubscribe'), body: push.PushRemoval },

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

  listPaymentMethods: {
    ...forCustomers('GET', 'payments/payment-methods'),
    response: v.array(payment.PaymentMethod),
  },
  addPaymentMethod: {
    ...forCustomers('POST', 'payments/payment-methods'),
    body: payment.PaymentMethodInput,
    response: payment.PaymentMethod,
    status: 201,
  },
  createSetupIntent: {
    ...forCustomers('POST', 'payments/setup-intents'),
    response: payment.SetupIntent,
    status: 201,
  },
  setDefaultPaymentMethod: {
    ...forCustomers('POST', 'payments/payment-methods/{id}/default'),
    response: payment.PaymentMethod,
  },
  removePaymentMethod: { ...forCustomers('DELETE', 'payments/payment-methods/{id}') },
  listPayments: { ...forCustomers('GET', 'payments'), response: v.array(payment.Payment), paginated: true },
  createPaymentSession: {
    ...forCustomers('POST', 'payments/order-request/{id}'),
    response: payment.PaymentSession,
  },
  chargeSavedCard: {
    ...forCustomers('POST', 'payments/order-request/{id}/charge'),
    body: payment.SavedCardPaymentInput,
    response: payment.SavedCardPayment,
  },
  getDeliveryPayment: {
    ...forCustomers('GET', 'payments/order-request/{id}'),
    response: payment.DeliveryPayment,
  },

  estimatePrice: {
    ...forEveryone('POST', 'orderrequests/estimateprice'),
    body: delivery.DeliveryRequestInput,
    response: PriceEstimate,
  },
  createDeliveryRequest: {
    ...forCustomers('POST', 'orderrequests'),
    body: delivery.DeliveryRequestInput,
    response: delivery.CreatedDeliveryRequest,
    status: 201,
    idempotent: true,
  },
  editDeliveryRequest: {
    ...forCustomers('PUT', 'orderrequests/{id}'),
    body: delivery.DeliveryRequestInput,
    response: delivery.DeliveryRequest,
    versioned: true,
  },
  deleteDeliveryRequest: { ...forCustomers('DELETE', 'orderrequests/{id}') },
  listDeliveryRequests: {
    ...forCustomers('GET', 'orderrequests'),
    response: v.array(delivery.DeliveryRequest),
    paginated: true,
  },
  getDeliveryRequest: { ...forCustomers('GET', 'orderrequests/{id}'), response: delivery.DeliveryRequest },
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
