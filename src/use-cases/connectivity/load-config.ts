import ky from 'ky';
import * as v from 'valibot';
import { configureGeocoder } from '../../api/places.ts';
import { Config } from '../../contract/config.ts';
import { saveConfigCopy } from '../../outbox/worker-storage.ts';
import { useApp } from '../../stores/app.ts';

let configRequest: Promise<void> | undefined;

/**
 * Fetches `/config.json` once per page. Until it has arrived, and if the fetch fails, the app uses the configuration of
 * the last visit or the defaults.
 * @param earlyResponse the response to a request that the document has sent before the app
 */
export function loadConfig(earlyResponse?: Promise<Response>): Promise<void> {
  configRequest ??= fetchConfig(earlyResponse);
  return configRequest;
}

async function fetchConfig(earlyResponse: Promise<Response> | undefined): Promise<void> {
  try {
    const response = await (earlyResponse ??
      ky.get('/config.json', { retry: 0, timeout: false, cache: 'no-store' }));
    if (response.ok) useApp.getState().setConfig(v.parse(Config, await response.json()));
  } catch (error) {
    // Only an invalid configuration is reported: being offline is expected.
    if (v.isValiError(error)) console.warn('/config.json does not fit its schema', error.message);
  }
  const { config } = useApp.getState();
  configureGeocoder(config.geocoder);
  const { apiBase, hookBase, idempotency, tiles } = config;
  const workerConfig = { apiBase: toAbsoluteUrl(apiBase), hookBase: toAbsoluteUrl(hookBase), idempotency };
  // The braces of a URL with {z} would be encoded, so only its beginning is made absolute.
  const tileUrl = tiles.url.startsWith('/') ? `${location.origin}${tiles.url}` : tiles.url;
  // Not awaited, because only a service worker that runs without a page needs it.
  void saveConfigCopy({ ...workerConfig, tileUrl }).catch((error: unknown) =>
    console.warn('The worker has no copy of the configuration', error),
  );
}

function toAbsoluteUrl(url: string): string {
  return new URL(url, location.origin).href;
}

/** Resolves once the URL of the API is known, which takes a fetch only on the first visit. */
export async function waitForConfig(): Promise<void> {
  if (!useApp.getState().hasConfig) await loadConfig();
}
