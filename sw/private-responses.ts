/// <reference lib="webworker" />
import type { WorkboxPlugin } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';
import { CACHED_AT_HEADER } from '../src/api/send-call.ts';
import { WORKER_NETWORK_TIMEOUT_MS } from '../src/contract/constants.ts';
import { readSessionCopy } from '../src/outbox/worker-storage.ts';
import { limitReads } from './request-timeout.ts';

/** A log-out deletes every cache whose name begins with this: see use-cases/storage/private-caches. */
const CACHE_NAME = 'private-answers';
/** The owner of responses that need no account: tracking is open to anybody who has the number. */
const GUEST = 'guest';

/** The reads that must work on a weak connection. Payments, cards and everything about logging in is never cached. */
const CACHEABLE_PATHS = /\/(addresses\/send|orderrequests(\/\d+)?|orders\/[^/]+\/tracking)$/;

/**
 * Responds to reads from the network, or from the cache after 3 s without a response. Cache keys contain the account,
 * so nobody ever gets the data of another account. A response of unknown ownership is not cached.
 */
export function cachePrivateResponses(): void {
  registerRoute(
    ({ url, request }) => request.method === 'GET' && CACHEABLE_PATHS.test(url.pathname),
    new NetworkFirst({
      cacheName: CACHE_NAME,
      networkTimeoutSeconds: WORKER_NETWORK_TIMEOUT_MS / 1000,
      plugins: [
        accountKeyPlugin,
        limitReads,
        new ExpirationPlugin({ maxEntries: 200, purgeOnQuotaError: true }),
      ],
    }),
  );
}

const accountKeyPlugin: WorkboxPlugin = {
  cacheKeyWillBeUsed: async ({ request }) => {
    const url = new URL(request.url);
    // If the owner is unknown, the key is unique, so that the read is neither cached nor found.
    url.searchParams.set('account', (await ownerOf(request)) ?? `nobody ${crypto.randomUUID()}`);
    return url.href;
  },
  cacheWillUpdate: async ({ request, response }) =>
    // The owner is read again, because somebody may have logged out during the request.
    response.status === 200 && isJson(response) && (await ownerOf(request)) !== undefined
      ? withCachedAt(response)
      : null,
};

/** The account whose token the request contains, if that account is logged in now. */
async function ownerOf(request: Request): Promise<string | undefined> {
  const authorization = request.headers.get('authorization');
  if (authorization === null) return request.url.endsWith('/tracking') ? GUEST : undefined;
  const session = await readSessionCopy();
  return session !== undefined && authorization === `Bearer ${session.token}` ? session.account : undefined;
}

function isJson(response: Response): boolean {
  return response.headers.get('content-type')?.includes('json') ?? false;
}

/** The cached copy says when it was cached; the page reads that as "could not check". */
function withCachedAt(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set(CACHED_AT_HEADER, String(Date.now()));
  return new Response(response.body, { status: response.status, headers });
}
