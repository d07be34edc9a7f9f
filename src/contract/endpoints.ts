import * as v from 'valibot';
import { accountEndpoints } from './account-endpoints.ts';
import { Address, AddressInput } from './address.ts';
import { CreatedDeliveryRequest, DeliveryRequest, DeliveryRequestInput } from './delivery-request.ts';
import type { Endpoint } from './endpoint.ts';
import { guestEndpoints } from './guest-endpoints.ts';
import { Tracking } from './order.ts';
import { paymentEndpoints } from './payment-endpoints.ts';
import { pushEndpoints } from './push-endpoints.ts';
import { sessionEndpoints } from './session-endpoints.ts';
import { PriceEstimate } from './tariff.ts';
import {
  ChangedPassword,
  CodeRequest,
  Credentials,
  CurrentUser,
  EmptyResponse,
  LoggedInUser,
  MailUpdates,
  PasswordChange,
  PasswordRecovery,
  Registration,
  User,
  UserEdit,
} from './user.ts';

/** Every endpoint of the product. The page, the worker, the server and the OpenAPI document all use this table. */
export const endpoints = {
  registerUser: {
    method: 'POST',
    path: 'users/create/send',
    base: 'api',
    auth: false,
    body: Registration,
    response: LoggedInUser,
    status: 201,
    errors: [409],
    summary: 'Register',
  },
  login: {
    method: 'POST',
    path: 'users/login',
    base: 'api',
    auth: false,
    body: Credentials,
    response: LoggedInUser,
    status: 200,
    refusesWith401: true,
    errors: [429],
    summary: 'Log in',
  },
  getUser: {
    method: 'GET',
    path: 'users',
    base: 'api',
    auth: true,
    response: CurrentUser,
    status: 200,
    summary: 'The current user; renews a token older than a day',
  },
  sendEmailCode: {
    method: 'POST',
    path: 'verificationcodes/email/send',
    base: 'api',
    auth: false,
    body: CodeRequest,
    response: EmptyResponse,
    status: 200,
    summary: 'Send a password reset code by e-mail',
  },
  recoverPassword: {
    method: 'POST',
    path: 'users/passwordrecovery',
    base: 'api',
    auth: false,
    body: PasswordRecovery,
    response: EmptyResponse,
    status: 200,
    summary: 'Reset a password with the e-mailed code',
  },
  changePassword: {
    method: 'POST',
    path: 'users/changepassword',
    base: 'api',
    auth: true,
    body: PasswordChange,
    response: ChangedPassword,
    status: 200,
    errors: [403, 409],
    summary: 'Change the password; ends all other sessions and returns a new token',
  },
  editUser: {
    method: 'PUT',
    path: 'users/edit',
    base: 'api',
    auth: true,
    body: UserEdit,
    response: User,
    status: 200,
    summary: 'Change the name and the VAT number',
  },
  setMailUpdates: {
    method: 'PUT',
    path: 'users/mail-updates',
    base: 'api',
    auth: true,
    body: MailUpdates,
    response: User,
    status: 200,
    summary: 'Turn delivery mails on or off',
  },
  sendConfirmation: {
    method: 'POST',
    path: 'users/email-confirmation',
    base: 'api',
    auth: true,
    response: EmptyResponse,
    status: 200,
    summary: 'Send the email again with which the customer confirms the address',
  },

  ...sessionEndpoints,
  ...accountEndpoints,
  ...guestEndpoints,
  ...pushEndpoints,

  listAddresses: {
    method: 'GET',
    path: 'addresses/send',
    base: 'api',
    auth: true,
    response: v.array(Address),
    status: 200,
    paginated: true,
    summary: 'Saved addresses, oldest first; with limit or after, one page of them',
  },
  createAddress: {
    method: 'POST',
    path: 'addresses/send',
    base: 'api',
    auth: true,
    body: AddressInput,
    response: Address,
    status: 201,
    errors: [409],
    summary: 'Save an address',
  },
  editAddress: {
    method: 'PUT',
    path: 'addresses/send/{id}',
    base: 'api',
    auth: true,
    body: AddressInput,
    response: Address,
    status: 200,
    summary: 'Edit a saved address',
  },
  setDefaultPickUp: {
    method: 'PUT',
    path: 'addresses/send/{id}/default-pickup',
    base: 'api',
    auth: true,
    response: Address,
    status: 200,
    summary: 'Make an address the default pick-up',
  },
  setDefaultDropOff: {
    method: 'PUT',
    path: 'addresses/send/{id}/default-dropoff',
    base: 'api',
    auth: true,
    response: Address,
    status: 200,
    summary: 'Make an address the default drop-off',
  },
  deleteAddress: {
    method: 'DELETE',
    path: 'addresses/send/{id}',
    base: 'api',
    auth: true,
    response: EmptyResponse,
    status: 200,
    summary: 'Delete a saved address',
  },

  ...paymentEndpoints,

  estimatePrice: {
    method: 'POST',
    path: 'orderrequests/estimateprice',
    base: 'api',
    auth: false,
    body: DeliveryRequestInput,
    response: PriceEstimate,
    status: 200,
    summary: 'Estimate the price of a delivery',
  },
  createDeliveryRequest: {
    method: 'POST',
    path: 'orderrequests',
    base: 'api',
    auth: true,
    body: DeliveryRequestInput,
    response: CreatedDeliveryRequest,
    status: 201,
    idempotent: true,
    summary: 'Request a delivery',
  },
  editDeliveryRequest: {
    method: 'PUT',
    path: 'orderrequests/{id}',
    base: 'api',
    auth: true,
    body: DeliveryRequestInput,
    response: DeliveryRequest,
    status: 200,
    errors: [409],
    summary: 'Edit a delivery request that is not paid yet',
  },
  deleteDeliveryRequest: {
    method: 'DELETE',
    path: 'orderrequests/{id}',
    base: 'api',
    auth: true,
    response: EmptyResponse,
    status: 200,
    errors: [409],
    summary: 'Delete a delivery request that is not paid yet',
  },
  listDeliveryRequests: {
    method: 'GET',
    path: 'orderrequests',
    base: 'api',
    auth: true,
    response: v.array(DeliveryRequest),
    status: 200,
    paginated: true,
    summary: 'All deliveries of the customer, newest first; with limit or after, one page of them',
  },
  getDeliveryRequest: {
    method: 'GET',
    path: 'orderrequests/{id}',
    base: 'api',
    auth: true,
    response: DeliveryRequest,
    status: 200,
    summary: 'One delivery',
  },
  trackOrder: {
    method: 'GET',
    path: 'orders/{orderGuid}/tracking',
    base: 'api',
    auth: false,
    response: Tracking,
    status: 200,
    summary: 'Where a parcel is, by tracking number',
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

/** The names of the parameters in a path. */
export type ParamNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;
export type Params<V extends EndpointName> = Record<ParamNames<Endpoints[V]['path']>, string | number>;

/** The path of an endpoint with its parameters filled in and URL-encoded. */
export function pathOf(path: string, params: Record<string, string | number>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
}
