import { readFileSync } from 'node:fs';
import { vi } from 'vitest';
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts';

const COMMON_PASSWORDS_FILE = '/common-passwords.generated.txt';

export type FakeCall = {
  endpointName: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  /** The `Idempotency-Key` of the call. */
  key: string | null;
  /** The `If-Match` of the call. */
  version: string | null;
};
/** A body with another content type than JSON is a text that is sent as it is. */
type Reply = { status?: number; body: unknown; headers?: Record<string, string> };
type ReplyTable = Partial<Record<EndpointName, (call: FakeCall) => Reply | Promise<Reply> | 'offline'>>;

/**
 * Replaces the network: it responds to the calls of the contract from a table and records them. A call that is not in
 * the table fails as if the device were offline. Change the returned `script` to change a response.
 */
export function fakeApi(script: ReplyTable) {
  const calls: FakeCall[] = [];
  const api = {
    calls,
    script,
    /** The geocoder returns these places for every search. */
    places: [] as unknown[],
    callsOf: (endpointName: EndpointName) => calls.filter((call) => call.endpointName === endpointName),
  };
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const request = input instanceof Request ? input : new Request(input, init);
    const { pathname, searchParams: query } = new URL(request.url);
    if (pathname === '/geocode/search') return Response.json(api.places);
    if (pathname.endsWith(COMMON_PASSWORDS_FILE)) {
      return new Response(readFileSync(`src/contract/lists${COMMON_PASSWORDS_FILE}`));
    }
    const path = pathname.replace(/^\/(api|hook)\//, '');
    const endpointName = endpointNameOf(request.method, path);
    const raw = await request.text();
    const call: FakeCall = {
      endpointName: endpointName ?? path,
      path,
      query,
      body: raw === '' ? undefined : JSON.parse(raw),
      key: request.headers.get('idempotency-key'),
      version: request.headers.get('if-match'),
    };
    calls.push(call);
    const result = endpointName === undefined ? undefined : script[endpointName]?.(call);
    const reply = (await Promise.race([aborted(request.signal), result])) ?? 'offline';
    if (reply === 'offline') throw new TypeError('Failed to fetch');
    const headers = { 'content-type': 'application/json', ...reply.headers };
    const isJson = headers['content-type'] === 'application/json';
    return new Response(isJson ? JSON.stringify(reply.body) : String(reply.body), {
      status: reply.status ?? 200,
      headers,
    });
  });
  return api;
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const rejectAborted = () => reject(new DOMException('aborted', 'AbortError'));
    if (signal.aborted) rejectAborted();
    signal.addEventListener('abort', rejectAborted, { once: true });
  });
}

/** An error response in the format of the server. */
export function problemReply(
  status: number,
  title: string,
  errors: { path: string; message: string }[] = [],
) {
  return { status, body: { title, status, detail: title, ...(errors.length > 0 ? { errors } : {}) } };
}

/** The ways in which web frameworks say that an API does not have a call. */
export const MISSING_CALL_REPLIES: [string, Reply][] = [
  ['an empty object', { status: 404, body: {} }],
  ['its own problem', { status: 404, body: { title: 'Not Found', status: 404, detail: null } }],
  ['its own page', { status: 404, body: '<pre>Cannot POST</pre>', headers: { 'content-type': 'text/html' } }],
  ['405', { status: 405, body: { title: 'METHOD_NOT_ALLOWED' } }],
  ['501', { status: 501, body: {} }],
];

function endpointNameOf(method: string, path: string): EndpointName | undefined {
  const names = Object.keys(endpoints) as EndpointName[];
  return names.find((endpointName) => {
    const endpoint = endpoints[endpointName];
    const pattern = new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`);
    return endpoint.method === method && pattern.test(path);
  });
}
