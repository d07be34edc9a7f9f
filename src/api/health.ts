/** A health check without a response is abandoned after this time. */
const HEALTH_CHECK_MS = 8000;
/** A static host may return its page for every path but that of the configuration. */
const OWN_FILES = ['/healthz', '/config.json'];

/**
 * The result of a health check.
 * - reachable: a server or its gateway responded, with any status
 * - captivePortal: a captive portal responded instead of the server
 * - unreachable: the request failed in transport, so this device has no network or the server is down
 * - slow: there was no response within 8 s, which proves nothing
 */
export type Health = 'reachable' | 'captivePortal' | 'unreachable' | 'slow';

/**
 * Requests files of this site without any cache. If it is unreachable, the other servers in `bases` are checked.
 * @param bases absolute base URLs of the API and the hook; those on this site's own origin are not requested again
 * @param signal ends the check early, as `slow`
 */
export async function requestHealth(bases: readonly string[] = [], signal?: AbortSignal): Promise<Health> {
  const limit = new AbortController();
  const stop = () => limit.abort();
  const timer = setTimeout(stop, HEALTH_CHECK_MS);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await requestOwnOrigin(limit.signal).catch(() => requestOtherOrigins(bases, limit.signal));
  } catch {
    return limit.signal.aborted ? 'slow' : 'unreachable';
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

async function requestOwnOrigin(signal: AbortSignal): Promise<Health> {
  for (const url of OWN_FILES) {
    // A captive portal redirects to its own host, which a browser would report as a failure in transport.
    const response = await fetch(url, { cache: 'no-store', redirect: 'manual', signal });
    discardBody(response);
    if (!isPortal(response)) return 'reachable';
  }
  return 'captivePortal';
}

/** Any response of another origin counts, because its content cannot be read without CORS. */
async function requestOtherOrigins(bases: readonly string[], signal: AbortSignal): Promise<Health> {
  const origins = new Set(bases.map((base) => new URL(base).origin));
  origins.delete(globalThis.location?.origin);
  const requests = [...origins].map((origin) =>
    fetch(`${origin}/healthz`, { cache: 'no-store', mode: 'no-cors', signal }),
  );
  discardBody(await Promise.any(requests));
  return 'reachable';
}

/** Reads the body, because an unread body blocks one of the browser's few connections. */
function discardBody(response: Response): void {
  void response.text().catch(() => undefined);
}

/** Both files are JSON. An HTML page, a redirect or a 511 comes from a captive portal. */
function isPortal(response: Response): boolean {
  const isPage = response.ok && (response.headers.get('content-type') ?? '').includes('text/html');
  return isPage || response.type === 'opaqueredirect' || response.status === 511;
}
