import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compressFolder } from '../../scripts/build/compress.ts';
import { listStaticFiles } from '../../server/http/static-files.ts';
import { type ApiHarness, createApiHarness } from '../support/api-harness.ts';
import { openEmbedded } from '../support/databases.ts';

const LONG = 'export const words = "parcel ";'.repeat(100);
const FILES: Record<string, string> = {
  'client/index.html': '<html>home</html>',
  'client/app.html': '<html><head><script>boot()</script><style>a{}</style></head></html>',
  'client/tracking.html': '<html>tracking</html>',
  'client/faq.html': '<html>faq</html>',
  'client/sw.js':
    '[{"revision":"0123abcd","url":"faq.html"},{"revision":"4567cdef","url":"assets/main-abc.js"}]',
  'client/assets/main-abc.js': LONG,
  'client/assets/main-abc.js.map': '{}',
  'client/.secret': 'x',
  'client/.hidden/page.html': 'x',
  'previous/assets/main-old.js': 'old',
  'previous/index.html': 'old page',
};

describe('The built app', () => {
  const dist = mkdtempSync(join(tmpdir(), 'send-dist-'));
  let harness: ApiHarness;
  beforeAll(async () => {
    for (const [name, content] of Object.entries(FILES)) {
      mkdirSync(dirname(join(dist, name)), { recursive: true });
      writeFileSync(join(dist, name), content);
    }
    await compressFolder(join(dist, 'client'));
    const files = listStaticFiles(join(dist, 'client'), join(dist, 'previous'));
    harness = await createApiHarness(await openEmbedded(), {}, { files });
  });
  afterAll(async () => {
    await harness.close();
    rmSync(dist, { recursive: true });
  });

  const navigate = (path: string) => harness.send(path, { headers: { accept: 'text/html,*/*' } });

  test('is returned for every route that a browser navigates to', async () => {
    expect((await navigate('/')).body).toBe('<html>home</html>');
    const routes = ['/deliveries/17/payment', '/deliveries/17/payment/success', '/nothing-here'];
    for (const path of [...routes, '/deliveries/1.5', '/deliveries/%00', '/deliveries/17?tab=%00']) {
      expect(await navigate(path)).toMatchObject({ status: 200, body: FILES['client/app.html'] });
    }
    expect((await navigate('/tracking?guid=x')).body).toBe('<html>tracking</html>');
    expect((await navigate('/tracking?guid=%00')).body).toBe('<html>tracking</html>');
    expect((await navigate('/tracking/')).body).toBe('<html>tracking</html>');
    expect((await navigate('/faq')).body).toBe('<html>faq</html>');
  });

  test('lets clients cache hashed assets forever and revalidate all other files', async () => {
    const asset = await harness.send('/assets/main-abc.js');
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(asset.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    for (const path of ['/', '/sw.js', '/deliveries']) {
      const { headers } = await navigate(path);
      expect(headers.get('cache-control')).toBe('no-cache');
      const again = await harness.send(path, {
        headers: { accept: 'text/html', 'if-none-match': headers.get('etag') ?? '' },
      });
      expect(again.status).toBe(304);
    }
  });

  test('still has the assets of the previous build (REL-19)', async () => {
    expect(await harness.send('/assets/main-old.js')).toMatchObject({ status: 200, body: 'old' });
  });

  test('lists a page with another revision when its headers change, because devices store them with it (REL-19)', async () => {
    const revisions = async (env: Record<string, string>) => {
      const files = listStaticFiles(join(dist, 'client'), join(dist, 'previous'));
      const other = await createApiHarness(await openEmbedded(), env, { files });
      const { body } = await other.send('/sw.js');
      await other.close();
      return Array.from(String(body).matchAll(/"revision":"(\w+)"/g), ([, revision]) => revision);
    };
    const [page, asset] = await revisions({});
    expect(asset).toBe('4567cdef');
    expect(await revisions({})).toEqual([page, asset]);
    const [pageWithOtherMaps, sameAsset] = await revisions({
      TILE_URL: 'https://maps.example/{z}/{x}/{y}.png',
    });
    expect(sameAsset).toBe(asset);
    expect(pageWithOtherMaps).not.toBe(page);
  });

  test('is served from memory, also when the files on disk change or disappear (SEC-02)', async () => {
    const client = join(dist, 'client');
    renameSync(client, `${client}-moved`);
    try {
      expect((await navigate('/')).body).toBe('<html>home</html>');
      const asset = await harness.send('/assets/main-abc.js', { headers: { 'accept-encoding': 'br' } });
      expect(asset.status).toBe(200);
    } finally {
      renameSync(`${client}-moved`, client);
    }
  });

  test('is returned to clients that accept any type, such as curl', async () => {
    expect((await harness.send('/', { headers: { accept: '*/*' } })).status).toBe(200);
  });

  test('is never returned for a missing file, which is a 404', async () => {
    for (const path of ['/assets/gone.js', '/assets/gone.js~', '/gone.png', '/index.php', '/.git/config']) {
      const told = await navigate(path);
      expect(told).toMatchObject({ status: 404, body: { title: 'NOT_FOUND' } });
    }
    const script = { accept: '*/*', 'sec-fetch-dest': 'script' };
    expect((await harness.send('/deliveries', { headers: script })).status).toBe(404);
    expect((await harness.send('/', { method: 'POST' })).status).toBe(404);
  });

  test('exposes no source maps, dot files or files outside its folder (REL-16)', async () => {
    for (const path of [
      '/assets/main-abc.js.map',
      '/.secret',
      '/.hidden/page.html',
      '/assets/main-abc.js.br',
      '/assets/../../package.json',
      '/assets/%2e%2e/%2e%2e/package.json',
    ]) {
      expect([path, (await harness.send(path)).status]).toEqual([path, 404]);
    }
  });

  test('is sent compressed to clients that accept it', async () => {
    const headers = { 'accept-encoding': 'gzip, br' };
    const response = await harness.app.request('/assets/main-abc.js', { headers }, {});
    expect(response.headers.get('content-encoding')).toBe('br');
    // A strong tag names one sequence of bytes (RFC 9110, 8.8.3.3).
    const plain = await harness.send('/assets/main-abc.js');
    expect(response.headers.get('etag')).toBe(`W/${plain.headers.get('etag')}`);
    expect(response.headers.get('vary')).toContain('Accept-Encoding');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.byteLength).toBe(Number(response.headers.get('content-length')));
    expect(brotliDecompressSync(bytes).toString()).toBe(LONG);
    for (const [accepted, encoding] of [
      [undefined, null],
      ['gzip, br;q=0', 'gzip'],
      ['br; q=0.000, GZIP;q=0.5', 'gzip'],
      ['br;q=0.1, gzip;q=0', 'br'],
    ] as const) {
      const accepting = accepted === undefined ? {} : { headers: { 'accept-encoding': accepted } };
      const other = await harness.app.request('/assets/main-abc.js', accepting, {});
      expect([accepted, other.headers.get('content-encoding')]).toEqual([accepted, encoding]);
    }
  });

  test('may run its own inline script and style, by hash', async () => {
    const policy = (await navigate('/')).headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]{43}='/);
    expect(policy).toMatch(/style-src 'self' 'sha256-[\w+/]{43}='/);
  });
});
