import dns from 'node:dns';
import { Writable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createLogger } from '../../server/boot/logger.ts';
import { migrate } from '../../server/db/migrate.ts';
import type { OpenDatabase } from '../../server/db/open-database.ts';
import type { Places } from '../../server/dependencies.ts';
import { createPlaces } from '../../server/places/places.ts';
import { GEOCODE_CACHE_MS } from '../../src/contract/constants.ts';
import { onBothDatabases } from '../support/databases.ts';
import {
  type Behaviour,
  type FakeNominatim,
  nominatimRow,
  startFakeNominatim,
} from '../support/fake-nominatim.ts';

const HOUR = 3600_000;

// Every test creates the places of a process of its own, and all of them search the same embedded gazetteer.
vi.mock('../../server/places/place-index.ts', async (loadOriginal) => {
  const original = await loadOriginal<typeof import('../../server/places/place-index.ts')>();
  let index: ReturnType<typeof original.buildPlaceIndex> | undefined;
  const buildPlaceIndex: typeof original.buildPlaceIndex = (places) => {
    index ??= original.buildPlaceIndex(places);
    return index;
  };
  return { ...original, buildPlaceIndex };
});

onBothDatabases('a Nominatim upstream', (open) => {
  let database: OpenDatabase;
  let upstream: FakeNominatim;
  let now = Date.parse('2026-11-02T10:00:00Z');
  const lines: string[] = [];
  const log = createLogger(
    'info',
    new Writable({
      write(chunk, _, done) {
        lines.push(String(chunk));
        done();
      },
    }),
  );

  beforeAll(async () => {
    database = await open();
    await migrate(database.db);
    upstream = await startFakeNominatim();
  });
  afterAll(async () => {
    await upstream.close();
    await database.close();
  });
  beforeEach(async () => {
    await database.db.execute(sql`delete from geocode_cache`);
    await database.db.execute(sql`delete from geocode_upstreams`);
    upstream.requests.length = 0;
    upstream.setBehaviour(() => [nominatimRow()]);
    now += 1000 * HOUR;
  });

  function places(perSecond = 1000, clock = { now: () => new Date(now) }, url = upstream.url): Places {
    const nominatim = { url, perSecond };
    return createPlaces({ db: database.db, clock, log, nominatim, publicUrl: 'https://send.example' });
  }
  async function search(on: Places, q: string, more = '') {
    const response = await on.routes.request(`/search?q=${encodeURIComponent(q)}&addressdetails=1${more}`);
    return {
      status: response.status,
      source: response.headers.get('places-source'),
      found: await response.json(),
    };
  }
  async function reverse(on: Places, lat: number, lon: number) {
    const response = await on.routes.request(`/reverse?lat=${lat}&lon=${lon}`);
    return {
      status: response.status,
      source: response.headers.get('places-source'),
      found: await response.json(),
    };
  }

  test('is called with our user agent and referrer', async () => {
    await search(places(), 'Leinster Road', '&limit=5');
    expect(upstream.requests).toHaveLength(1);
    expect(upstream.requests[0]).toMatchObject({
      path: '/search',
      params: {
        q: 'Leinster Road',
        format: 'jsonv2',
        addressdetails: '1',
        limit: '5',
      },
      headers: { 'user-agent': 'Send/0.1 (+https://send.example)', referer: 'https://send.example/' },
    });
  });

  test('is called once, and the database caches the result for all processes', async () => {
    const first = await search(places(), 'Leinster Road');
    expect(first).toMatchObject({ source: 'upstream', found: [{ address: { postcode: 'D06 Y6P2' } }] });
    expect(await search(places(), 'Leinster Road')).toMatchObject({ source: 'cache', found: first.found });
    expect(upstream.requests).toHaveLength(1);
  });

  test('is called again when the cached result has expired', async () => {
    await search(places(), 'Leinster Road');
    now += GEOCODE_CACHE_MS + HOUR;
    expect((await search(places(), 'Leinster Road')).source).toBe('upstream');
    expect(upstream.requests).toHaveLength(2);
  });

  test('is replaced by stale cached results while it is unavailable', async () => {
    await search(places(), 'Leinster Road');
    now += GEOCODE_CACHE_MS + HOUR;
    upstream.setBehaviour((_, response) => void response.destroy());
    expect(await search(places(), 'Leinster Road')).toMatchObject({
      source: 'stale',
      found: [{ address: { postcode: 'D06 Y6P2' } }],
    });
  });

  test('is called once for concurrent equal queries', async () => {
    const one = places();
    const responses = await Promise.all(Array.from({ length: 20 }, () => search(one, 'Leinster Road')));
    expect(new Set(responses.map((response) => response.source))).toEqual(new Set(['upstream']));
    expect(upstream.requests).toHaveLength(1);
  });

  test('is called at the configured rate by all processes together', async () => {
    const clock = { now: () => new Date() };
    const processes = [places(20, clock), places(20, clock), places(20, clock)];
    const started = performance.now();
    // On a busy machine some would wait too long and get places of the gazetteer instead.
    for (let round = 0; upstream.requests.length < 3; round += 1) {
      const texts = Array.from({ length: 12 }, (_, at) => `Road ${'abcdefghijkl'[at]} ${round}`);
      await Promise.all(texts.map((text, at) => search(processes[at % 3] ?? places(), text)));
    }
    const count = upstream.requests.length;
    // Requests at 20 a second have gaps of 50 ms; a timer may fire a few milliseconds early.
    const last = Math.max(...upstream.requests.map((request) => request.at));
    expect(last - started).toBeGreaterThan((count - 1) * 50 - 10);
  });

  test('is called with the full gap after a request whose connection was slow (PLC-10)', async () => {
    const realLookup = dns.lookup;
    const lookup = vi.spyOn(dns, 'lookup');
    onTestFinished(() => lookup.mockRestore());
    lookup.mockImplementationOnce(
      ((...args: Parameters<typeof dns.lookup>) =>
        void setTimeout(() => realLookup(...args), 400)) as typeof dns.lookup,
    );
    const one = places(2, { now: () => new Date() }, upstream.url.replace('127.0.0.1', 'localhost'));
    await Promise.all(['Rathmines', 'Ranelagh', 'Rathgar'].map((q) => search(one, q)));
    expect(lookup).toHaveBeenCalled();
    // On a busy machine the others would wait too long and get places of the gazetteer instead.
    while (upstream.requests.length < 2) await search(one, `Road ${performance.now()}`);
    const times = upstream.requests.map((request) => request.at);
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    // A busy machine notes an arrival some milliseconds late. A gap from the start of the connection would be 100 ms.
    expect(Math.min(...gaps)).toBeGreaterThan(450);
  });

  test('delays no one when its queue is long', async () => {
    const one = places(0.2);
    const started = performance.now();
    const responses = await Promise.all(
      ['Rathmines', 'Ranelagh', 'Rathgar', 'Terenure', 'Howth'].map((q) => search(one, q)),
    );
    expect(responses.filter((response) => response.source === 'gazetteer').length).toBe(4);
    for (const { found } of responses) expect(found.length).toBeGreaterThan(0);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  const faults: Record<string, Behaviour> = {
    'closes the connection': (_, response) => void response.destroy(),
    'responds with HTML and 200': (_, response) =>
      void response.end('<!doctype html><h1>Sign in to the Wi-Fi</h1>'),
    'responds with 500': (_, response) => void response.writeHead(500).end('oops'),
    'responds with 403': (_, response) => void response.writeHead(403).end('Access blocked'),
    'responds with 429': (_, response) =>
      void response.writeHead(429, { 'retry-after': '120' }).end('slow down'),
    'responds with an error and 200': () => ({ error: 'Too many requests' }),
    'responds with an object instead of a list': () => ({ features: [] }),
    'responds with a number': () => 42,
    'redirects elsewhere': (_, response) =>
      void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    'responds with a truncated document': (_, response) => void response.end('[{"place_id": 1, "lat": "53.3'),
    'sends too much data': (_, response) => void response.end(`[${'1,'.repeat(5_000_000)}1]`),
    'finds nothing although the gazetteer has the place': () => [],
    'responds with rows without a place': () => [
      {},
      null,
      'x',
      nominatimRow({ lat: 'north' }),
      nominatimRow({ lat: '95' }),
    ],
  };
  test.each(Object.entries(faults))('that %s is replaced by the gazetteer', async (_, fault) => {
    upstream.setBehaviour(fault);
    const response = await search(places(), '12 Leinster Rd, Rathmines');
    expect(response).toMatchObject({ status: 200, source: 'gazetteer' });
    expect(response.found[0]).toMatchObject({
      address: { house_number: '12', road: 'Leinster Road', postcode: 'D06' },
    });
  });

  test('is not called before the end of its Retry-After', async () => {
    upstream.setBehaviour((_, response) => void response.writeHead(429, { 'retry-after': '120' }).end());
    await search(places(), 'Rathmines');
    await search(places(), 'Ranelagh');
    expect(upstream.requests).toHaveLength(1);
    now += 121_000;
    upstream.setBehaviour(() => [nominatimRow()]);
    expect((await search(places(), 'Ranelagh')).source).toBe('upstream');
  });

  test('is paused after three failures in a row, longer each time, and then tried again', async () => {
    upstream.setBehaviour((_, response) => void response.writeHead(503).end());
    for (const q of ['Rathmines', 'Ranelagh', 'Rathgar', 'Howth', 'Malahide']) await search(places(), q);
    expect(upstream.requests).toHaveLength(3);
    now += 31_000;
    await search(places(), 'Howth');
    await search(places(), 'Swords');
    expect(upstream.requests).toHaveLength(4);
    now += 61_000;
    upstream.setBehaviour(() => [nominatimRow()]);
    expect((await search(places(), 'Howth')).source).toBe('upstream');
    expect((await search(places(), 'Swords')).source).toBe('upstream');
  });

  test('is not paused when it rejects our query', async () => {
    upstream.setBehaviour((_, response) => void response.writeHead(400).end('{"error":{"code":400}}'));
    for (const q of ['Rathmines', 'Ranelagh', 'Rathgar', 'Howth']) await search(places(), q);
    expect(upstream.requests).toHaveLength(4);
  });

  test('may send numbers as strings, strings as numbers, and omit optional fields', async () => {
    upstream.setBehaviour(() => [
      nominatimRow({
        lat: 53.3,
        lon: -6.2,
        place_id: '77',
        osm_id: 'x',
        importance: '0.5',
        boundingbox: null,
      }),
      {
        lat: '53.31',
        lon: '-6.21',
        display_name: 'A village',
        address: { village: 'Village', postcode: 12345 },
      },
    ]);
    const { found } = await search(places(), 'Somewhere');
    expect(found).toMatchObject([
      { lat: '53.3', lon: '-6.2', place_id: 77, importance: 0.5 },
      {
        lat: '53.31',
        lon: '-6.21',
        display_name: 'A village',
        address: { village: 'Village', postcode: '12345' },
      },
    ]);
    for (const place of found) expect(place.boundingbox.map(Number).every(Number.isFinite)).toBe(true);
  });

  test('that sends 20,000 rows is truncated', async () => {
    upstream.setBehaviour(() =>
      Array.from({ length: 20_000 }, (_, at) => ({ lat: '53', lon: '-6', display_name: `Place ${at}` })),
    );
    const { found } = await search(places(), 'Everything', '&limit=5');
    expect(found.map((place: { display_name: string }) => place.display_name)).toEqual(
      [0, 1, 2, 3, 4].map((at) => `Place ${at}`),
    );
  });

  test('cannot insert invisible or endless text or unknown fields', async () => {
    upstream.setBehaviour(() => [
      nominatimRow({
        display_name: `Evil\u202Egnp.exe\u0000 <img src=x onerror=alert(1)>\ud800 ${'x'.repeat(10_000)}`,
        address: JSON.parse(
          '{"road":"<b>Road</b>","__proto__":{"polluted":"yes"},"evil":"yes","city":{"a":1}}',
        ),
        script: 'alert(1)',
      }),
    ]);
    const { found } = await search(places(), 'Evil');
    const [place] = found;
    expect(place.display_name).toMatch(/^Evil gnp\.exe <img src=x onerror=alert\(1\)>/);
    expect(place.display_name.length).toBeLessThanOrEqual(500);
    expect(place.display_name.isWellFormed()).toBe(true);
    expect(place.address).toEqual({ road: '<b>Road</b>' });
    expect(place).not.toHaveProperty('script');
  });

  test('is also called for the place at a point, and results far from the point are ignored', async () => {
    upstream.setBehaviour(() => nominatimRow());
    expect(await reverse(places(), 53.3256, -6.2741)).toMatchObject({
      source: 'upstream',
      found: { name: 'Leinster Road' },
    });
    upstream.setBehaviour(() => nominatimRow({ lat: '40.4', lon: '-3.7' }));
    expect(await reverse(places(), 53.3498, -6.2603)).toMatchObject({
      source: 'gazetteer',
      found: { name: 'The Spire' },
    });
  });

  test('may report with status 200 that there is no place at a point', async () => {
    upstream.setBehaviour(() => ({ error: 'Unable to geocode' }));
    expect(await reverse(places(), 0.5, -30)).toMatchObject({
      status: 200,
      found: { error: 'Unable to geocode' },
    });
    await reverse(places(), 0.5, -30);
    expect(upstream.requests).toHaveLength(1);
  });

  test('is not called for queries for which only the gazetteer has results', async () => {
    const { source, found } = await search(places(), 'Rathmin', '&source=gazetteer');
    expect(source).toBe('gazetteer');
    expect(found[0].name).toBe('Rathmines');
    expect(upstream.requests).toHaveLength(0);
  });

  test('writes no street to the log', async () => {
    upstream.setBehaviour((_, response) => void response.destroy());
    await search(places(), 'Secret Street 5');
    expect(lines.join('')).toContain('upstream failed');
    expect(lines.join('')).not.toContain('Secret');
  });
});
