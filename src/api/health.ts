import { HEALTH_CHECK_MS } from '../contract/constants.ts';

/**
 * What a health check found.
 * - answered: a server or its gateway answered, whatever the status
 * - signInNeeded: a captive portal answered in its place
 * - silent: the request failed in transport, so this device has no network or the server is gone
 * - slow: nobody has answered within 8 s, which says nothing yet
 */
export type Health = 'answered' | 'signInNeeded' | 'silent' | 'slow';

/**
 * Asks this site for its health, past every cache, and the other servers in `bases` where this site is silent.
 * @param bases absolute base URLs of the API and the hook; those of this site's own origin are not requests again
 * @param signal ends the check early, as `slow`
 */
export async function requestHealth(bases: readonly string[] = [], signal?: AbortSignal): Promise<Health> {
  const limit = new AbortController();
  const stop = () => limit.abort();
  const timer = setTimeout(stop, HEALTH_CHECK_MS);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await requestOwnOrigin('/healthz', limit.signal).catch(() =>
      requestOtherOrigins(bases, limit.signal),
    );
  } catch {
    return limit.signal.aborted ? 'slow' : 'silent';
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

async function requestOwnOrigin(url: string, signal: AbortSignal): Promise<Health> {
  // A captive portal redirects to its own host, which a browser would report as a failure in transport.
  const response = await fetch(url, { cache: 'no-store', redirect: 'manual', signal });
  discardBody(response);
  return isPortal(response) ? 'signInNeeded' : 'answered';
}

/** Any answer of another origin will do; what it says cannot be read without CORS. */
async function requestOtherOrigins(bases: readonly string[], signal: AbortSignal): Promise<Health> {
  const origins = new Set(bases.map((base) => new URL(base).origin));
  origins.delete(globalThis.location?.origin);
  const requests = [...origins].map((origin) =>
    fetch(`${origin}/healthz`, { cache: 'no-store', mode: 'no-cors', signal }),
  );
  discardBody(await Promise.any(requests));
  return 'answered';
}

/** A body that nobody reads keeps its connection, of which a browser has few. */
function discardBody(response: Response): void {
  void response.text().catch(() => undefined);
}

/** Our health check answers JSON; a page in its place, a redirect or a 511 is a captive portal's. */
function isPortal(response: Response): boolean {
  const isPage = response.ok && (response.headers.get('content-type') ?? '').includes('text/html');
  return isPage || response.type === 'opaqueredirect' || response.status === 511;
}
