import ky from 'ky';
import * as v from 'valibot';
import { configureGeocoder } from '../../api/places.ts';
import { Config } from '../../contract/config.ts';
import { saveConfigCopy } from '../../outbox/worker-storage.ts';
import { useApp } from '../../stores/app.ts';

let configRequest: Promise<void> | undefined;

/**
 * Fetches `/config.json`, once per page. What is kept from the last visit serves until it is here; a failed
 * fetch leaves that, or the defaults.
 */
export function loadConfig(): Promise<void> {
  configRequest ??= fetchConfig();
  return configRequest;
}

async function fetchConfig(): Promise<void> {
  try {
    const response: unknown = await ky
      .get('/config.json', { retry: 0, timeout: false, cache: 'no-store' })
      .json();
    useApp.getState().setConfig(v.parse(Config, response));
  } catch (error) {
    // Offline is no news; a configuration that cannot be read is.
    if (v.isValiError(error)) console.warn('/config.json does not fit its schema', error.message);
  }
  const { config } = useApp.getState();
  configureGeocoder(config.geocoder);
  const { apiBase, hookBase, idempotency, tiles } = config;
  const workerConfig = { apiBase: toAbsoluteUrl(apiBase), hookBase: toAbsoluteUrl(hookBase), idempotency };
  // The braces of an address with {z} would be encoded; only its beginning is made absolute.
  const tileUrl = tiles.url.startsWith('/') ? `${location.origin}${tiles.url}` : tiles.url;
  // Nobody waits for it: it is for a worker that runs when no page does.
  void saveConfigCopy({ ...workerConfig, tileUrl }).catch((error: unknown) =>
    console.warn('The worker has no copy of the configuration', error),
  );
}

function toAbsoluteUrl(url: string): string {
  return new URL(url, location.origin).href;
}

/** Resolves once it is known where the API is: at once on any visit but the first. */
export async function waitForConfig(): Promise<void> {
  if (!useApp.getState().hasConfig) await loadConfig();
}
