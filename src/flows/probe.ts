import { useApp } from '../stores/app.ts';

const PROBE_PATIENCE_MS = 8000;

/** Asks the server for a sign of life, past every cache. */
export async function probe(): Promise<boolean> {
  const isReachable = await answers();
  useApp.getState().setReachable(isReachable);
  return isReachable;
}

async function answers(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PROBE_PATIENCE_MS);
    const response = await fetch('/healthz', { cache: 'no-store', signal });
    // Any answer of a server will do, also that it knows no such address; a gateway's own word will not.
    return response.status < 502;
  } catch {
    return false;
  }
}
