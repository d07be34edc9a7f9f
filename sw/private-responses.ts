/// <reference lib="webworker" />

import * as v from 'valibot';
import { CACHED_AT_HEADER } from '../src/api/send-call.ts';
import { WORKER_NETWORK_TIMEOUT_MS } from '../src/api/timing.ts';
import { endpoints } from '../src/contract/endpoints.ts';
import { pause } from '../src/contract/pause.ts';
import { PRIVATE_CACHE } from '../src/device/caches.ts';
import { readSessionCopy } from '../src/device/worker-copies.ts';
import { putLimited } from './limited-cache.ts';
import { endRead, noteResponse, startRead } from './request-timeout.ts';

declare const self: ServiceWorkerGlobalScope;

/** The owner of responses that need no account: tracking is open to anyone who has the number. */
const GUEST = 'guest';
const MAX_ENTRIES = 200;

/** The reads that must work on a weak connection. Payments, cards and everything about logging in is never cached. */
const CACHEABLE = [
  { path: /\/addresses\/send$/, schema: endpoints.listAddresses.response },
  { path: /\/orderrequests$/, schema: endpoints.listDeliveryRequests.response },
  { path: /\/orderrequests\/\d+$/, schema: endpoints.getDeliveryRequest.response },
  { path: /\/orders\/[^/]+\/tracking$/, schema: endpoints.trackOrder.response },
];

/**
 * Responds to reads from the network, or from the cache after 3 s without a response. The stores of the page hold the
 * same data. This cache is for when they cannot help: the page's own storage is gone or blocked, another tab asks for
 * what this tab has read, or the read is of a delivery that the stores do not hold yet. Cache keys contain the account,
 * so no one ever gets the data of another account. A response of unknown ownership is not cached.
 */
export function cachePrivateResponses(): void {
  self.addEventListener('fetch', (event) => {
    if (event.request.method === 'GET' && schemaOf(event.request)) event.respondWith(respond(event));
  });
}

function schemaOf({ url }: Request): v.GenericSchema | undefined {
  const { pathname } = new URL(url);
  return CACHEABLE.find(({ path }) => path.test(pathname))?.schema;
}

async function respond(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const requestedAt = Date.now();
  const read = startRead(event);
  const ownKey = keyOf(request);
  const response = fetch(request, { signal: read.controller.signal });
  const copy = response.then((arrived) => {
    noteResponse(read);
    return arrived.clone();
  });
  event.waitUntil(
    copy
      .then(async (arrived) => cacheResponse(request, arrived, requestedAt, await ownKey))
      .catch(() => undefined)
      .finally(() => endRead(read)),
  );
  const first = await Promise.race([response.catch(() => undefined), pause(WORKER_NETWORK_TIMEOUT_MS)]);
  if (first !== undefined) return first;
  const key = await ownKey;
  const cached = key && (await (await caches.open(PRIVATE_CACHE)).match(key, { ignoreVary: true }));
  if (!cached) return response;
  read.isAnswered = true;
  return cached;
}

/** The key says whose the response is. Undefined means that it is neither cached nor looked for. */
async function keyOf(request: Request): Promise<string | undefined> {
  const owner = await ownerOf(request);
  if (owner === undefined) return undefined;
  const url = new URL(request.url);
  url.searchParams.set('account', owner);
  return url.href;
}

/** The account whose token the request contains, if that account is logged in now. */
async function ownerOf(request: Request): Promise<string | undefined> {
  const authorization = request.headers.get('authorization');
  const session = await readSessionCopy();
  if (authorization === null) {
    return request.url.endsWith('/tracking') ? (session?.account ?? GUEST) : undefined;
  }
  return session !== undefined && authorization === `Bearer ${session.token}` ? session.account : undefined;
}

/** The cached copy says when it was requested, because it may lack later changes: to the page it is "not checked". */
async function cacheResponse(
  request: Request,
  response: Response,
  requestedAt: number,
  key: string | undefined,
): Promise<void> {
  const schema = schemaOf(request);
  if (response.status !== 200 || key === undefined || schema === undefined) return;
  const text = await response.text();
  if (!v.is(schema, JSON.parse(text)) || (await keyOf(request)) !== key) return;
  const headers = new Headers(response.headers);
  headers.set(CACHED_AT_HEADER, String(requestedAt));
  await putLimited(PRIVATE_CACHE, key, new Response(text, { headers }), MAX_ENTRIES);
  // The user may have logged out meanwhile, which deletes the cache after it has ended the session.
  if ((await keyOf(request)) !== key) await (await caches.open(PRIVATE_CACHE)).delete(key);
}
