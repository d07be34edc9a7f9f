import ky from 'ky';
import * as v from 'valibot';
import { connectPlaces } from '../api/places.ts';
import { Config } from '../contract/config.ts';
import { keepBasesCopy } from '../outbox/session-copy.ts';
import { useApp } from '../stores/app.ts';

let loading: Promise<void> | undefined;

/**
 * Fetches `/config.json`, once per page. What is kept from the last visit serves until it is here; a failed
 * fetch leaves that, or the defaults.
 */
export function loadConfig(): Promise<void> {
  loading ??= fetchConfig();
  return loading;
}

async function fetchConfig(): Promise<void> {
  try {
    const answer: unknown = await ky
      .get('/config.json', { retry: 0, timeout: false, cache: 'no-store' })
      .json();
    useApp.getState().setConfig(v.parse(Config, answer));
  } catch (error) {
    // Offline is no news; a configuration that cannot be read is.
    if (v.isValiError(error)) console.warn('/config.json does not fit its schema', error.message);
  }
  const { config } = useApp.getState();
  connectPlaces(config.geocoder);
  const { apiBase, hookBase, idempotency, tiles } = config;
  const bases = { apiBase: absolute(apiBase), hookBase: absolute(hookBase), idempotency };
  // The braces of an address with {z} would be encoded; only its beginning is made absolute.
  const tileUrl = tiles.url.startsWith('/') ? `${location.origin}${tiles.url}` : tiles.url;
  // Nobody waits for it: it is for a worker that runs when no page does.
  void keepBasesCopy({ ...bases, tileUrl }).catch((error: unknown) =>
    console.warn('The worker has no copy of the configuration', error),
  );
}

function absolute(url: string): string {
  return new URL(url, location.origin).href;
}

/** Resolves once it is known where the API is: at once on any visit but the first. */
export async function readyForCalls(): Promise<void> {
  if (!useApp.getState().hasConfig) await loadConfig();
}
