const HEALTH_CHECK_TIMEOUT_MS = 8000;

/** Whether anybody answers, asked past every cache; at most 8 s. */
export async function isServerReachable(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(HEALTH_CHECK_TIMEOUT_MS);
    const response = await fetch('/healthz', { cache: 'no-store', signal });
    // Any answer of a server will do, also that it knows no such address; a gateway's own word will not.
    return response.status < 502;
  } catch {
    return false;
  }
}
