import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import { AddressPage, DeliveryPage, PaymentPage } from '../http/pagination.ts';
import type { Call, HandlersOf, ServerEndpoint } from './server-endpoint.ts';

/** The contract's table, with the query parameters of its lists. */
export const customerEndpoints = {
  ...endpoints,
  listAddresses: { ...endpoints.listAddresses, query: AddressPage },
  listDeliveryRequests: { ...endpoints.listDeliveryRequests, query: DeliveryPage },
  listPayments: { ...endpoints.listPayments, query: PaymentPage },
} as const satisfies Record<EndpointName, ServerEndpoint>;

type CustomerEndpoints = typeof customerEndpoints;
export type EndpointCall<V extends EndpointName> = Call<CustomerEndpoints[V]>;
export type Handlers = HandlersOf<CustomerEndpoints>;
