import '../support/web-locks.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DELIVERY_PAGE, EMPTY_PAGE, PRERENDERED_PAGES } from '../../src/contract/pages.ts';
import { saveConfigCopy, saveSessionCopy } from '../../src/device/worker-copies.ts';
import { fakeBrowser, listFiles, type Network, offline, startWorker } from '../support/worker-environment.ts';

const AOIFE = { token: 'token-a', account: 'aoife@example.ie' };
const GUID = '3f0c4f0e-0000-4000-8000-000000000000';
const TRACKING = `/api/orders/${GUID}/tracking`;
const TILE = '/tiles/12/1977/1331.png';

/** One build: the contents of its files by their path. */
function buildOf(version: string): Record<string, string> {
  const page = (file: string) =>
    `<!doctype html><html><body><div id="root">${file} ${version}</div>` +
    `<script type="module" src="/assets/index-${version}.js"></script></body></html>\n`;
  const pages = [...PRERENDERED_PAGES.map(({ file }) => file), DELIVERY_PAGE, EMPTY_PAGE];
  return {
    ...Object.fromEntries(pages.map((file) => [file.slice(1), page(file)])),
    [`assets/index-${version}.js`]: `console.log("${version}")`,
    [`assets/index-${version}.css`]: `body { --version: "${version}" }`,
    [`assets/map-PickerMap-${version}.js`]: `export const map = "${version}"`,
    'icons/icon-192.png': `picture ${version}`,
    'assets/unchanged-1.js': 'export const unchanged = true',
  };
}
const V1 = buildOf('v1');
const V2 = buildOf('v2');

const TYPES: Record<string, string> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  png: 'image/png',
};
const typeOf = (path: string) => TYPES[path.split('.').at(-1) ?? ''] ?? 'application/json';
const respondAs = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  new Response(body, { headers: { 'content-type': typeOf(path), ...headers } });

const API: Record<string, string> = {
  [TRACKING]: JSON.stringify({ id: 1, guid: GUID, status: 1 }),
  '/api/addresses/send': JSON.stringify([]),
  [TILE]: 'a picture',
};
const serverOf =
  (build: Record<string, string>): Network =>
  ({ path }) => {
    const content = build[path.slice(1)] ?? API[path];
    return content === undefined ? new Response('', { status: 404 }) : respondAs(path, content);
  };

/** A body that ends before its announced length, or that cannot be decompressed. */
const brokenBody = () =>
  new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode('FOREIGN'));
      controller.error(new TypeError('network error'));
    },
  });
const PORTAL = '<!doctype html><html><body>FOREIGN hotel</body></html>';
const html = { 'content-type': 'text/html' };

const ANSWERS: Record<string, (path: string, content: string) => Response> = {
  'portal HTML': (path) => respondAs(path, PORTAL, html),
  '200 JSON error': (path) => respondAs(path, '{"error":"FOREIGN"}', { 'content-type': 'application/json' }),
  truncated: (path, content) => respondAs(path, content.slice(0, -9)),
  'connection lost': (path) => respondAs(path, brokenBody()),
  "other version's file": (path, content) =>
    respondAs(
      path,
      content.replaceAll(/v[12]|picture|"|\[/g, (found) => `${found}FOREIGN`),
    ),
  'gzip garbage': (path) => respondAs(path, '\u001f\u008bFOREIGN'),
  redirect: (path) => Object.defineProperty(respondAs(path, PORTAL, html), 'redirected', { value: true }),
};
const KINDS: Record<string, RegExp> = {
  'all pages': /\.html$/,
  'one page': /^\/faq\.html$/,
  scripts: /index-v\d\.js$/,
  styles: /\.css$/,
  icons: /icon-192/,
};
const USERS = { guest: undefined, customer: AOIFE };

const cases = Object.keys(KINDS).flatMap((kind) =>
  Object.keys(ANSWERS).flatMap((answer) =>
    Object.keys(USERS).map((user) => ({ kind, answer, user: user as keyof typeof USERS })),
  ),
);

let browser: ReturnType<typeof fakeBrowser>;
beforeEach(() => {
  browser = fakeBrowser();
});
afterEach(() => vi.unstubAllGlobals());

const startApp = (build: Record<string, string>) => startWorker(['app-files', 'cacheApp', listFiles(build)]);
type Worker = Awaited<ReturnType<typeof startApp>>;

async function installV1(): Promise<Worker> {
  browser.network = serverOf(V1);
  const worker = await startApp(V1);
  await worker.dispatch('install');
  await worker.dispatch('activate');
  return worker;
}

/** Gives the foreign answer instead of the files of one kind, and everything else as the server does. */
function foreignNetwork(build: Record<string, string>, kind: string, answer: string): Network {
  return (fetched) => {
    const { path } = fetched;
    const respond = KINDS[kind]?.test(path) ? ANSWERS[answer] : undefined;
    return respond ? respond(path, build[path.slice(1)] ?? '') : serverOf(build)(fetched);
  };
}

async function expectAllOpen(worker: Worker, build: Record<string, string>): Promise<void> {
  browser.network = offline;
  for (const { path, file } of PRERENDERED_PAGES) {
    const page = await worker.request(path, { mode: 'navigate', destination: 'document' });
    expect(page?.text, path).toBe(build[file.slice(1)]);
  }
  const delivery = await worker.request('/deliveries/7', { mode: 'navigate' });
  expect(delivery?.text).toBe(build[DELIVERY_PAGE.slice(1)]);
  for (const [url, content] of Object.entries(build)) {
    if (url.endsWith('.html') || url.includes('/map-')) continue;
    expect((await worker.request(`/${url}`))?.text, url).toBe(content);
  }
}

async function expectNothingForeign(): Promise<void> {
  expect(await browser.caches.text()).not.toContain('FOREIGN');
}

describe('A foreign answer instead of a file of the app (REL-28)', () => {
  test.each(cases)(
    '$answer for $kind, during the installation by a $user',
    async ({ kind, answer, user }) => {
      await saveSessionCopy(USERS[user]);
      const worker = await startApp(V1);
      browser.network = foreignNetwork(V1, kind, answer);
      await expect(worker.dispatch('install')).rejects.toThrow();
      await expectNothingForeign();
      browser.network = serverOf(V1);
      await worker.dispatch('install');
      await worker.dispatch('activate');
      await expectAllOpen(worker, V1);
    },
  );

  test.each(cases)('$answer for $kind, during an update of a $user', async ({ kind, answer, user }) => {
    await saveSessionCopy(USERS[user]);
    const earlier = await installV1();
    const worker = await startApp(V2);
    browser.network = foreignNetwork(V2, kind, answer);
    await expect(worker.dispatch('install')).rejects.toThrow();
    await expectNothingForeign();
    await expectAllOpen(earlier, V1);
    browser.network = serverOf(V2);
    await worker.dispatch('install');
    await worker.dispatch('activate');
    await expectAllOpen(worker, V2);
  });

  // The page has loaded its files before there is a worker, and the browser's own cache holds the answers.
  test.each(cases)('$answer for $kind, at a first visit of a $user', async ({ kind, answer, user }) => {
    await saveSessionCopy(USERS[user]);
    const worker = await startApp(V1);
    const poisoned = foreignNetwork(V1, kind, answer);
    browser.network = (fetched) => (fetched.cache === 'reload' ? serverOf(V1)(fetched) : poisoned(fetched));
    await worker.dispatch('install');
    await worker.dispatch('activate');
    await expectNothingForeign();
    await expectAllOpen(worker, V1);
  });

  test.each(Object.keys(ANSWERS))('%s for the code of a map is neither run nor cached', async (answer) => {
    const worker = await installV1();
    const path = '/assets/map-PickerMap-v1.js';
    browser.network = () => ANSWERS[answer]?.(path, V1[path.slice(1)] ?? '') ?? Response.error();
    expect(await worker.request(path)).toMatchObject({ type: 'error' });
    await expectNothingForeign();
    browser.network = serverOf(V1);
    await worker.request(path);
    browser.network = offline;
    expect((await worker.request(path))?.text).toBe(V1[path.slice(1)]);
  });

  test('files that have not changed are not downloaded again, and those of the failed attempt neither', async () => {
    await installV1();
    const worker = await startApp(V2);
    browser.network = foreignNetwork(V2, 'icons', 'portal HTML');
    await expect(worker.dispatch('install')).rejects.toThrow();
    const fetched: string[] = [];
    browser.network = (request) => {
      fetched.push(request.path);
      return serverOf(V2)(request);
    };
    await worker.dispatch('install');
    expect(fetched).toEqual(['/icons/icon-192.png']);
  });
});

describe('A foreign answer to a read of data (REL-28)', () => {
  const reads = [
    { path: TRACKING, token: undefined, user: 'guest' },
    { path: TRACKING, token: undefined, user: 'customer' },
    { path: '/api/addresses/send', token: AOIFE.token, user: 'customer' },
  ];
  const dataCases = reads.flatMap((read) =>
    Object.keys(ANSWERS).map((answer) => ({ ...read, answer, user: read.user as keyof typeof USERS })),
  );

  test.each(dataCases)('$answer for $path of a $user leaves the earlier data', async (read) => {
    const { path, token, user, answer } = read;
    await saveSessionCopy(USERS[user]);
    const worker = await startWorker(['private-responses', 'cachePrivateResponses']);
    const options = token === undefined ? {} : { token };
    browser.network = serverOf(V1);
    await worker.request(path, options);
    browser.network = () => ANSWERS[answer]?.(path, API[path] ?? '') ?? Response.error();
    await worker.request(path, options);
    await expectNothingForeign();
    browser.network = offline;
    expect((await worker.request(path, options))?.text).toBe(API[path]);
  });

  test.each(['portal HTML', '200 JSON error', 'connection lost', 'redirect'])(
    '%s for a map tile',
    async (answer) => {
      await saveConfigCopy({
        apiBase: '/api',
        hookBase: '/hook',
        idempotency: { api: true, hook: true },
        tileUrl: 'http://send.test/tiles/{z}/{x}/{y}.png',
      });
      const worker = await startWorker(['tiles', 'cacheViewedTiles']);
      browser.network = () => ANSWERS[answer]?.(TILE, '') ?? Response.error();
      await worker.request(TILE, { destination: 'image' });
      await expectNothingForeign();
      browser.network = serverOf(V1);
      await worker.request(TILE, { destination: 'image' });
      browser.network = offline;
      expect((await worker.request(TILE, { destination: 'image' }))?.text).toBe('a picture');
    },
  );
});

describe('Caches (REL-29)', () => {
  const restore = async (worker: Worker) => {
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise((resolve) => {
      port1.onmessage = ({ data }) => resolve(data);
    });
    await worker.dispatch('message', { data: { type: 'RESTORE_FILES' }, ports: [port2] });
    const isComplete = await answer;
    port1.close();
    return isComplete;
  };

  test('that the browser has emptied are filled at the next start with a network', async () => {
    const worker = await installV1();
    browser.caches.byName.clear();
    browser.network = offline;
    expect(await restore(worker)).toBe(false);
    browser.network = serverOf(V1);
    expect(await restore(worker)).toBe(true);
    await expectAllOpen(worker, V1);
  });
});
