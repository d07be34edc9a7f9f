import * as v from 'valibot';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import {
  type EndpointName,
  endpoints,
  type Params,
  pathOf,
  type RequestBody,
  type ResponseBody,
} from '../../src/contract/endpoints.ts';

export type CallOptions<V extends EndpointName> = {
  params?: Params<V>;
  body?: RequestBody<V>;
  token?: string;
  key?: string;
  headers?: Record<string, string>;
};
/** The API under test: `fetch` of a server at an address, or `request` of an app in this process. */
export type Api = (path: string, init: RequestInit) => Response | Promise<Response>;

export function apiAt(origin: string): Api {
  return (path, init) => fetch(origin + path, init);
}

/** Sends a call as the contract describes it, and returns any response. */
export async function sendCall<V extends EndpointName>(
  api: Api,
  name: V,
  { params, body, token, key, headers }: CallOptions<V> = {},
): Promise<Response> {
  const endpoint: Endpoint = endpoints[name];
  const sent = new Headers(headers);
  if (token !== undefined) sent.set('authorization', `Bearer ${token}`);
  if (key !== undefined) sent.set('idempotency-key', key);
  if (endpoint.body !== undefined) sent.set('content-type', 'application/json');
  return api(`/${endpoint.base}/${pathOf(endpoint.path, params ?? {})}`, {
    method: endpoint.method,
    headers: sent,
    ...(endpoint.body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Makes a call that must succeed with the status and the body that the contract describes. */
export async function callEndpoint<V extends EndpointName>(
  api: Api,
  name: V,
  options: CallOptions<V> = {},
): Promise<ResponseBody<V>> {
  const response = await sendCall(api, name, options);
  const endpoint: Endpoint = endpoints[name];
  const text = await response.text();
  if (response.status !== endpoint.status) throw new Error(`${name}: ${response.status} ${text}`);
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  return v.parse(endpoints[name].response, body) as ResponseBody<V>;
}

/** Makes a call of the operator API that must succeed. The caller parses the response. */
export async function callOperator(
  api: Api,
  opsToken: string,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<unknown> {
  const response = await api(`/ops/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${opsToken}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} /ops/${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
