import * as v from 'valibot';
import { accountEndpoints } from './account-endpoints.ts';
import { Address, AddressInput } from './address.ts';
import { CreatedDeliveryRequest, DeliveryRequest, DeliveryRequestInput } from './delivery-request.ts';
import { type Endpoint, forCustomers, forEveryone } from './endpoint.ts';
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
    ...forEveryone,
    method: 'POST',
    path: 'users/create/send',
    body: Registration,
    response: LoggedInUser,
    status: 201,
    errors: [409],
    summary: 'Register',
  },
  login: {
    ...forEveryone,
    method: 'POST',
    path: 'users/login',
    body: Credentials,
    response: LoggedInUser,
    refusesWith401: true,
    errors: [429],
    summary: 'Log in',
  },
  getUser: {
    ...forCustomers,
    method: 'GET',
    path: 'users',
    response: CurrentUser,
    summary: 'The current user; renews a token older than a day',
  },
  sendEmailCode: {
    ...forEveryone,
    method: 'POST',
    path: 'verificationcodes/email/send',
    body: CodeRequest,
    response: EmptyResponse,
    summary: 'Send a password reset code by email',
  },
  recoverPassword: {
    ...forEveryone,
    method: 'POST',
    path: 'users/passwordrecovery',
    body: PasswordRecovery,
    response: EmptyResponse,
    summary: 'Reset a password with the emailed code',
  },
  changePassword: {
    ...forCustomers,
    method: 'POST',
    path: 'users/changepassword',
    body: PasswordChange,
    response: ChangedPassword,
    errors: [403, 409],
    summary: 'Change the password; ends all other sessions and returns a new token',
  },
  editUser: {
    ...forCustomers,
    method: 'PUT',
    path: 'users/edit',
    body: UserEdit,
    response: User,
    summary: 'Change the name and the VAT number',
  },
  setMailUpdates: {
    ...forCustomers,
    method: 'PUT',
    path: 'users/mail-updates',
    body: MailUpdates,
    response: User,
    summary: 'Turn delivery emails on or off',
  },
  sendConfirmation: {
    ...forCustomers,
    method: 'POST',
    path: 'users/email-confirmation',
    response: EmptyResponse,
    summary: 'Send the email again with which the customer confirms the address',
  },

  ...sessionEndpoints,
  ...accountEndpoints,
  ...guestEndpoints,
  ...pushEndpoints,

  listAddresses: {
    ...forCustomers,
    method: 'GET',
    path: 'addresses/send',
    response: v.array(Address),
    paginated: true,
    summary: 'Saved addresses, oldest first; with limit or after, one page of them',
  },
  createAddress: {
    ...forCustomers,
    method: 'POST',
    path: 'addresses/send',
    body: AddressInput,
    response: Address,
    status: 201,
    errors: [409],
    summary: 'Save an address',
  },
  editAddress: {
    ...forCustomers,
    method: 'PUT',
    path: 'addresses/send/{id}',
    body: AddressInput,
    response: Address,
    summary: 'Edit a saved address',
  },
  setDefaultPickUp: {
    ...forCustomers,
    method: 'PUT',
    path: 'addresses/send/{id}/default-pickup',
    response: Address,
    summary: 'Make an address the default pick-up',
  },
  setDefaultDropOff: {
    ...forCustomers,
    method: 'PUT',
    path: 'addresses/send/{id}/default-dropoff',
    response: Address,
    summary: 'Make an address the default drop-off',
  },
  deleteAddress: {
    ...forCustomers,
    method: 'DELETE',
    path: 'addresses/send/{id}',
    response: EmptyResponse,
    summary: 'Delete a saved address',
  },

  ...paymentEndpoints,

  estimatePrice: {
    ...forEveryone,
    method: 'POST',
    path: 'orderrequests/estimateprice',
    body: DeliveryRequestInput,
    response: PriceEstimate,
    summary: 'Estimate the price of a delivery',
  },
  createDeliveryRequest: {
    ...forCustomers,
    method: 'POST',
    path: 'orderrequests',
    body: DeliveryRequestInput,
    response: CreatedDeliveryRequest,
    status: 201,
    idempotent: true,
    summary: 'Request a delivery',
  },
  editDeliveryRequest: {
    ...forCustomers,
    method: 'PUT',
    path: 'orderrequests/{id}',
    body: DeliveryRequestInput,
    response: DeliveryRequest,
    errors: [409],
    summary: 'Edit a delivery request that is not paid yet',
  },
  deleteDeliveryRequest: {
    ...forCustomers,
    method: 'DELETE',
    path: 'orderrequests/{id}',
    response: EmptyResponse,
    errors: [409],
    summary: 'Delete a delivery request that is not paid yet',
  },
  listDeliveryRequests: {
    ...forCustomers,
    method: 'GET',
    path: 'orderrequests',
    response: v.array(DeliveryRequest),
    paginated: true,
    summary: 'All deliveries of the customer, newest first; with limit or after, one page of them',
  },
  getDeliveryRequest: {
    ...forCustomers,
    method: 'GET',
    path: 'orderrequests/{id}',
    response: DeliveryRequest,
    summary: 'One delivery',
  },
  trackOrder: {
    ...forEveryone,
    method: 'GET',
    path: 'orders/{orderGuid}/tracking',
    response: Tracking,
    summary: 'Where a package is, by tracking number',
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
