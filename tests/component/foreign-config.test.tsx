import '../support/fake-indexeddb.ts';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CONFIG_MARKER } from '../../src/contract/constants.ts';
import { DEFAULT_CONFIG } from '../../src/contract/default-config.ts';
import { DEFAULT_TARIFF } from '../../src/contract/price.ts';
import { readConfigCopy, saveConfigCopy } from '../../src/device/worker-copies.ts';
import { DeviceStorage } from '../../src/features/account/DeviceStorage.tsx';
import { useApp } from '../../src/stores/app.ts';
import { renderPlain } from '../support/render.tsx';

const OWN = {
  ...DEFAULT_CONFIG,
  apiBase: 'https://api.send.example/api',
  stripe: { publishableKey: 'pk_live_own', scriptUrl: '' },
  push: { publicKey: 'BOwnKey' },
  tariff: DEFAULT_TARIFF,
};
const FOREIGN: [string, () => Response][] = [
  [
    'a page of a portal',
    () => new Response('<html>Wi-Fi</html>', { headers: { 'content-type': 'text/html' } }),
  ],
  ['a JSON error with status 200', () => Response.json({ error: 'maintenance' })],
  ['an empty object', () => Response.json({})],
  ['a truncated file', () => new Response('{"app":"send","stripe":{"publish')],
  [
    'a configuration with a wrong type',
    () => Response.json({ app: CONFIG_MARKER, checkoutHosts: 'pay.example' }),
  ],
  [
    'the configuration of another app',
    () => Response.json({ app: 'other', apiBase: 'https://other.example' }),
  ],
  ...[
    { apiBase: 'http://' },
    { hookBase: 'ftp://hook.example' },
    { tracking: { refreshMs: 0 } },
    { tracking: { refreshInTransitMs: 2 ** 31 } },
  ].map((settings): [string, () => Response] => [
    `a configuration with ${JSON.stringify(settings)}`,
    () => Response.json({ app: CONFIG_MARKER, ...settings }),
  ]),
  ['compressed garbage', () => new Response('\u001f\u008b\u0000')],
];

let respond: () => Response;
let requests: number;
beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  requests = 0;
  vi.stubGlobal('fetch', async () => {
    requests += 1;
    return respond();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Each test is a page of its own. */
async function openPage() {
  const { useApp: store } = await import('../../src/stores/app.ts');
  const { loadConfig } = await import('../../src/use-cases/connectivity/load-config.ts');
  store.setState({ config: OWN, hasConfig: true, isConfigForeign: false });
  await loadConfig();
  return store;
}

test.each(FOREIGN)(
  '%s as the configuration changes nothing and is fetched again with backoff (REL-30)',
  async (_, response) => {
    respond = response;
    const store = await openPage();
    expect(store.getState()).toMatchObject({ config: OWN, isConfigForeign: true });
    await vi.waitFor(async () => expect((await readConfigCopy())?.apiBase).toBe(OWN.apiBase), 10_000);
    await vi.advanceTimersByTimeAsync(4000);
    expect(requests).toBe(1);
    respond = () => Response.json({ app: CONFIG_MARKER, ...OWN, demo: true });
    await vi.advanceTimersByTimeAsync(1000);
    await vi.waitFor(() => expect(store.getState().isConfigForeign).toBe(false), 10_000);
    expect(store.getState().config).toMatchObject({ ...OWN, demo: true });
  },
);

test('a server that fails is not foreign (REL-30)', async () => {
  respond = () => Response.json({ title: 'UNAVAILABLE' }, { status: 503 });
  expect((await openPage()).getState()).toMatchObject({ config: OWN, isConfigForeign: false });
});

const OFFLINE = () => {
  throw new TypeError('Failed to fetch');
};

test('the worker keeps the configuration when a page starts without a network, before the device has read it (REL-19)', async () => {
  const { openStore, putRecord } = await import('../../src/device/database.ts');
  await putRecord('app', { state: { config: OWN }, version: 1 }, openStore('send-stores', 'slices'));
  await saveConfigCopy({ ...DEFAULT_CONFIG, apiBase: 'https://earlier.send.example/api' });
  respond = OFFLINE;
  const { useApp: store } = await import('../../src/stores/app.ts');
  const { loadConfig } = await import('../../src/use-cases/connectivity/load-config.ts');
  await loadConfig();
  expect((await readConfigCopy())?.apiBase).toBe('https://earlier.send.example/api');
  await store.persist.rehydrate();
  await vi.waitFor(async () => expect((await readConfigCopy())?.apiBase).toBe(OWN.apiBase), 10_000);
});

test.each<[string, () => Response]>([
  ['without a network', OFFLINE],
  ['while the server fails', () => new Response('', { status: 503 })],
])('a first visit %s fetches the configuration again (REL-30)', async (_, response) => {
  respond = response;
  const { useApp: store } = await import('../../src/stores/app.ts');
  const { loadConfig } = await import('../../src/use-cases/connectivity/load-config.ts');
  await loadConfig();
  respond = () => Response.json({ app: CONFIG_MARKER, ...OWN });
  await vi.advanceTimersByTimeAsync(5000);
  await vi.waitFor(() => expect(store.getState().config.apiBase).toBe(OWN.apiBase), 10_000);
});

test('"On this device" says that another server answered (REL-30)', async () => {
  vi.useRealTimers();
  useApp.setState({ isConfigForeign: true });
  renderPlain(<DeviceStorage />);
  expect(await screen.findByText(/^Another server answered instead of Send/)).toBeVisible();
  useApp.setState({ isConfigForeign: false });
  await vi.waitFor(() => expect(screen.queryByText('Settings of Send')).toBeNull(), 10_000);
});
