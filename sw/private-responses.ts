/// <reference lib="webworker" />
import type { WorkboxPlugin } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';
import { CACHED_AT_HEADER } from '../src/api/client.ts';
import { WORKER_NETWORK_TIMEOUT_MS } from '../src/contract/constants.ts';
import { readSessionCopy } from '../src/outbox/worker-storage.ts';
import { abortStalledReads } from './request-timeout.ts';

/** Begins with what sign-out deletes: see flows/private-caches. */
const CACHE_NAME = 'private-answers';
/** Whose answers may be kept without an account: tracking is open to anybody who has the number. */
const GUEST = 'guest';

/** The reads that must work on a weak connection; payments, cards and everything about signing in never. */
const CACHEABLE_PATHS = /\/(addresses\/send|orderrequests(\/\d+)?|orders\/[^/]+\/tracking)$/;

/**
 * Answers reads from the network, or from what was kept after 3 s without an answer. Keys carry the account,
 * so nobody is ever answered with another's data; an answer of unknown ownership is not kept.
 */
export function cachePrivateResponses(): void {
  registerRoute(
    ({ url, request }) => request.method === 'GET' && CACHEABLE_PATHS.test(url.pathname),
    new NetworkFirst({
      cacheName: CACHE_NAME,
      networkTimeoutSeconds: WORKER_NETWORK_TIMEOUT_MS / 1000,
      plugins: [
        accountKeyPlugin,
        abortStalledReads,
        new ExpirationPlugin({ maxEntries: 200, purgeOnQuotaError: true }),
      ],
    }),
  );
}

const accountKeyPlugin: WorkboxPlugin = {
  cacheKeyWillBeUsed: async ({ request }) => {
    const url = new URL(request.url);
    // A key nobody else can have when the owner is unknown: such a read is neither kept nor found.
    url.searchParams.set('account', (await ownerOf(request)) ?? `nobody ${crypto.randomUUID()}`);
    return url.href;
  },
  cacheWillUpdate: async ({ request, response }) =>
    // Asked again after the answer: somebody may have signed out while it was on its way.
    response.status === 200 && isJson(response) && (await ownerOf(request)) !== undefined
      ? withCachedAt(response)
      : null,
};

/** The account whose token the request carries, if that is the one that is signed in now. */
async function ownerOf(request: Request): Promise<string | undefined> {
  const authorization = request.headers.get('authorization');
  if (authorization === null) return request.url.endsWith('/tracking') ? GUEST : undefined;
  const session = await readSessionCopy();
  return session !== undefined && authorization === `Bearer ${session.token}` ? session.account : undefined;
}

function isJson(response: Response): boolean {
  return response.headers.get('content-type')?.includes('json') ?? false;
}

/** The copy that is kept says when it was kept; the page reads that as "could not check". */
function withCachedAt(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set(CACHED_AT_HEADER, String(Date.now()));
  return new Response(response.body, { status: response.status, headers });
}
