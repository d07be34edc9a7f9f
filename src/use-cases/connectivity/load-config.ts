import ky from 'ky';
import * as v from 'valibot';
import { configureGeocoder } from '../../api/places.ts';
import { READ_RETRY_MS } from '../../api/timing.ts';
import { ConfigFile } from '../../contract/config.ts';
import { orWarn, readOr } from '../../device/or-warn.ts';
import { saveConfigCopy } from '../../device/worker-copies.ts';
import { useApp } from '../../stores/app.ts';

let configRequest: Promise<void> | undefined;

/**
 * Fetches `/config.json` once per page. Until it has arrived, the app uses the configuration of the last visit or the
 * defaults. A response that is not the deployment's configuration changes nothing. It is fetched again with backoff, and
 * so is a configuration that the device does not have yet.
 * @param earlyResponse the response to a request that the document has sent before the app
 */
export function loadConfig(earlyResponse?: Promise<Response>): Promise<void> {
  if (configRequest === undefined) {
    // Without a network the request may fail before the device has read what it has stored.
    useApp.persist.onFinishHydration(applyConfig);
    configRequest = fetchConfig(earlyResponse);
  }
  return configRequest;
}

async function fetchConfig(earlyResponse: Promise<Response> | undefined, attempt = 0): Promise<void> {
  const { setConfig, rejectConfig } = useApp.getState();
  try {
    const response = await (earlyResponse ??
      ky.get('/config.json', { retry: 0, timeout: false, cache: 'no-store' }));
    const text = await response.text();
    if (response.ok) {
      const parsed = v.safeParse(
        ConfigFile,
        readOr(undefined, () => JSON.parse(text)),
      );
      if (parsed.success) setConfig(parsed.output);
      else {
        console.warn('/config.json does not fit its schema', v.flatten(parsed.issues));
        rejectConfig();
      }
    }
  } catch {
    // Being offline is expected.
  }
  applyConfig();
  const { hasConfig, isConfigForeign } = useApp.getState();
  if (hasConfig && !isConfigForeign) return;
  const delay = READ_RETRY_MS[attempt] ?? READ_RETRY_MS.at(-1);
  setTimeout(() => void fetchConfig(undefined, attempt + 1), delay);
}

/** Passes the deployment's own configuration on to the geocoder and the worker, and never the defaults. */
function applyConfig(): void {
  const { config, hasConfig } = useApp.getState();
  if (!hasConfig) return;
  configureGeocoder(config.geocoder);
  const { apiBase, hookBase, idempotency, tiles } = config;
  const workerConfig = { apiBase: toAbsoluteUrl(apiBase), hookBase: toAbsoluteUrl(hookBase), idempotency };
  // The braces of a URL with {z} would be encoded, so only its beginning is made absolute.
  const tileUrl = tiles.url.startsWith('/') ? `${location.origin}${tiles.url}` : tiles.url;
  // Not awaited, because only a service worker that runs without a page needs it.
  void orWarn('The worker has no copy of the configuration', () =>
    saveConfigCopy({ ...workerConfig, tileUrl }),
  );
}

function toAbsoluteUrl(url: string): string {
  return new URL(url, location.origin).href;
}

/** Resolves once the URL of the API is known, which takes a fetch only on the first visit. */
export async function waitForConfig(): Promise<void> {
  if (!useApp.getState().hasConfig) await loadConfig();
}
