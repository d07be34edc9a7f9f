import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '../../server/boot/logger.ts';
import { parsePlacesCsv } from '../../server/places/parse-places-csv.ts';
import { createPlaces } from '../../server/places/places.ts';
import { importedPlaces, replaceImportedPlaces } from '../../server/queries/gazetteer.ts';
import { configureGeocoder, searchPlaces } from '../../src/api/places.ts';
import { type ApiHarness, createApiHarness } from '../support/api-harness.ts';
import { builtProgram } from '../support/built-program.ts';
import { createDatabase, createEmptyDatabase, onBothDatabases } from '../support/databases.ts';

const NOW = new Date('2026-11-02T10:00:00Z');
const dependencies = {
  clock: { now: () => NOW },
  log: createLogger('silent'),
  nominatim: { url: undefined, perSecond: 1 },
  publicUrl: 'https://send.example',
};

onBothDatabases('places', (open) => {
  let harness: ApiHarness;
  let places: ReturnType<typeof createPlaces>;

  beforeAll(async () => {
    const database = await open();
    places = createPlaces({ ...dependencies, db: database.db });
    harness = await createApiHarness(database, {}, { places });
  });
  afterAll(() => harness.close());

  async function get(path: string, headers: Record<string, string> = {}) {
    const response = await harness.app.request(`/geocode${path}`, { headers }, {});
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  test('are found with their address, in the format of Nominatim', async () => {
    const { status, body } = await get('/search?q=12+Leinster+Rd,+Rathmines&format=jsonv2&addressdetails=1');
    expect(status).toBe(200);
    expect(body[0]).toMatchObject({
      lat: '53.3256',
      lon: '-6.2735',
      category: 'highway',
      display_name: '12 Leinster Road, Rathmines, Dublin, D06, Ireland',
      address: {
        house_number: '12',
        road: 'Leinster Road',
        suburb: 'Rathmines',
        city: 'Dublin',
        county: 'County Dublin',
        postcode: 'D06',
        country: 'Ireland',
        country_code: 'ie',
      },
    });
    expect(body[0].boundingbox.map(Number)).toEqual([
      expect.closeTo(53.323, 2),
      expect.closeTo(53.328, 2),
      expect.closeTo(-6.278, 2),
      expect.closeTo(-6.269, 2),
    ]);
  });

  test('have no address unless requested, and respect the limit', async () => {
    const { body } = await get('/search?q=main+street&limit=3');
    expect(body).toHaveLength(3);
    expect(body[0]).not.toHaveProperty('address');
  });

  test('have the country in the requested language', async () => {
    const german = await get('/search?q=Rathmines', { 'accept-language': 'de' });
    expect(german.body[0].display_name).toBe('Rathmines, Dublin, Irland');
    const irish = await get('/search?q=Rathmines', { 'accept-language': 'ga-IE,ga;q=0.9,en;q=0.8' });
    expect(irish.body[0].display_name).toBe('Rathmines, Dublin, Éire');
    const odd = await get('/search?q=Rathmines', { 'accept-language': '*;q=%%' });
    expect(odd.body[0].display_name).toBe('Rathmines, Dublin, Ireland');
  });

  test('are found by a point, streets before towns', async () => {
    const street = await get('/reverse?lat=53.3257&lon=-6.2734&format=jsonv2');
    expect(street.body).toMatchObject({ name: 'Leinster Road', address: { suburb: 'Rathmines' } });
    const village = await get('/reverse?lat=52.14&lon=-10.27');
    expect(village.body).toMatchObject({ name: 'Dingle', address: { county: 'County Kerry' } });
  });

  test('are not stored by the browser, because the address names what was typed (SEC-08, SES-04)', async () => {
    for (const path of ['/search?q=12+Leinster+Road', '/reverse?lat=53.3256&lon=-6.2735']) {
      expect((await get(path)).headers.get('cache-control')).toBe('no-store');
    }
  });

  test('are not found on the open sea', async () => {
    const { status, body } = await get('/reverse?lat=50.1&lon=-25');
    expect(status).toBe(200);
    expect(body).toEqual({ error: 'Unable to geocode' });
  });

  test('return an error for each invalid parameter', async () => {
    const search = await get('/search?q=x&limit=many&addressdetails=2&source=x');
    expect(search.status).toBe(400);
    expect(search.body.title).toBe('VALIDATION_EXCEPTION');
    expect(search.body.errors.map((error: { path: string }) => error.path).sort()).toEqual([
      'addressdetails',
      'limit',
      'source',
    ]);
    expect((await get('/search?q=%20%00%20')).status).toBe(400);
    expect((await get(`/search?q=${'x'.repeat(301)}`)).status).toBe(400);
    expect((await get('/reverse?lat=91&lon=1e400')).body.errors).toHaveLength(2);
    expect((await get('/reverse')).status).toBe(400);
  });

  test('match the schema of the client', async () => {
    const response = await get('/search?q=14+Grosvenor+Square&addressdetails=1');
    configureGeocoder({ searchUrl: 'http://send.test/search', reverseUrl: 'http://send.test/reverse' });
    const { fetch } = globalThis;
    globalThis.fetch = async () => Response.json(response.body);
    const found = await searchPlaces('x').finally(() => {
      globalThis.fetch = fetch;
    });
    expect(found).toMatchObject({
      ok: true,
      value: [
        {
          street: '14 Grosvenor Square, Rathmines',
          city: 'Dublin',
          postalCode: 'D06',
          country: 'Ireland',
        },
      ],
    });
  });

  test('are limited per client, and other clients are not affected (MAP-11)', async () => {
    const database = await open();
    const proxied = await createApiHarness(database, { TRUST_PROXY: '1' }, { places });
    const ask = (client: string) =>
      proxied.app.request('/geocode/search?q=howth', { headers: { 'x-forwarded-for': client } }, {});
    const responses = await Promise.all(Array.from({ length: 245 }, () => ask('198.51.100.7')));
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(5);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask('198.51.100.8')).status).toBe(200);
    await proxied.close();
  });

  test('are available to the server itself for prices and towns', async () => {
    expect(await places.match('5 Unheard Of Way, Bray')).toMatchObject({ kind: 'located', city: 'Bray' });
    expect(await places.match('qqqqq')).toEqual({ kind: 'unclear', candidates: [] });
  });

  test('that an operator imports are found after a start, and the next import replaces them', async () => {
    const file = (street: string) =>
      `street,city,postcode,country,lat,lng\n${street},Ennis,V95 X1Y2,IE,52.84,-8.98\n`;
    const { db } = harness;
    const find = async (text: string) => {
      const { routes } = createPlaces({ ...dependencies, db });
      return (await (await routes.request(`/search?q=${text}`)).json()).map(
        ({ name }: { name: string }) => name,
      );
    };
    await replaceImportedPlaces(db, parsePlacesCsv(file('Zoological Parade')).places, NOW);
    expect(await find('zoologcal+parade')).toEqual(['Zoological Parade']);
    expect((await find('Rathmines'))[0]).toBe('Rathmines');

    await replaceImportedPlaces(db, parsePlacesCsv(file('Quixotic Rise')).places, NOW);
    expect(await find('quixotic+rise,+ennis')).toEqual(['Quixotic Rise']);
    expect(await find('zoological+parade')).toEqual([]);
    expect(await importedPlaces(db)).toHaveLength(1);
  });

  test('of the embedded gazetteer are found also if the import cannot be read, which is then read later', async () => {
    const { db } = harness;
    const csv = 'street,city,postcode,country,lat,lng\nZoological Parade,Ennis,V95 X1Y2,IE,52.84,-8.98\n';
    await replaceImportedPlaces(db, parsePlacesCsv(csv).places, NOW);
    let now = NOW.getTime();
    await db.execute(sql`alter table gazetteer_places rename to unavailable_places`);
    const clock = { now: () => new Date(now) };
    const { match, routes } = createPlaces({ ...dependencies, clock, db });
    const find = async () => (await routes.request('/search?q=zoological+parade')).json();
    expect(await match('5 Unheard Of Way, Bray')).toMatchObject({ kind: 'located', city: 'Bray' });
    expect(await find()).toEqual([]);
    await db.execute(sql`alter table unavailable_places rename to gazetteer_places`);
    now += 60_000;
    await expect.poll(find).toMatchObject([{ name: 'Zoological Parade' }]);
    await db.execute(sql`delete from gazetteer_imports`);
  });
});

describe('npm run gazetteer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'send-gazetteer-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function start(file: string, env: Record<string, string>) {
    const child = spawn(process.execPath, [builtProgram('gazetteer'), file], {
      env: { ...process.env, ...env },
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += String(chunk);
    });
    child.stderr.on('data', (chunk) => {
      output += String(chunk);
    });
    return { output: () => output, code: once(child, 'close').then(([code]: unknown[]) => code) };
  }

  async function run(file: string, env: Record<string, string>) {
    const { output, code } = start(file, env);
    return { code: await code, said: output() };
  }

  test('imports a file of thousands of places', async () => {
    const rows = Array.from({ length: 5001 }, (_, at) => `Street ${at},Cork,IE,51.9,-8.4`);
    const file = join(folder, 'good.csv');
    writeFileSync(file, ['street,city,country,lat,lng', ...rows].join('\n'));
    const database = await createEmptyDatabase();
    const { code, said: output } = await run(file, { DATABASE_URL: database.url });
    expect(output).toContain('5001 places imported.');
    expect(code).toBe(0);
    await database.drop();
  });

  test('imports nothing from a file in another encoding, which would lose accents', async () => {
    const file = join(folder, 'latin1.csv');
    writeFileSync(file, 'street,country,lat,lng\nDún Street,IE,53,-6\n', 'latin1');
    const database = await createEmptyDatabase();
    const { code, said: output } = await run(file, { DATABASE_URL: database.url });
    expect([code, output]).toEqual([1, `${file} is not valid UTF-8. Nothing was imported.\n`]);
    await database.drop();
  });

  test('takes turns with a migration, and has no time limit', async () => {
    const file = join(folder, 'one.csv');
    writeFileSync(file, 'street,country,lat,lng\nGood Street,IE,53,-6\n');
    const database = await createDatabase();
    const [client, holder] = [new pg.Client(database.url), new pg.Client(database.url)];
    await Promise.all([client.connect(), holder.connect()]);
    await client.query(`create table limits (value text);
      create function note_limit() returns trigger language plpgsql as
        $$ begin insert into limits values (current_setting('statement_timeout')); return new; end $$;
      create trigger note_limit before insert on gazetteer_imports for each row execute function note_limit()`);
    await holder.query('select pg_advisory_lock(7213406)');
    const { output, code } = start(file, { DATABASE_URL: database.url });
    await expect.poll(output).toBe('Another process is migrating the database. Waiting for it to finish.\n');
    expect((await client.query('select 1 from gazetteer_places')).rowCount).toBe(0);
    await holder.end();
    expect(await code).toBe(0);
    expect((await client.query('select value from limits')).rows).toEqual([{ value: '0' }]);
    await client.end();
    await database.drop();
  });

  test('reports the line of every error and imports nothing', async () => {
    const file = join(folder, 'bad.csv');
    writeFileSync(file, 'street,country,lat,lng\nGood Street,IE,53,-6\nBad Street,Ireland,north,-6\n');
    const { code, said: output } = await run(file, { DATA_DIR: join(folder, 'data') });
    expect(code).toBe(1);
    expect(output).toContain('line 3: country must be a country code of two letters, like IE');
    expect(output).toContain('line 3: lat must be decimal degrees, like 53.3498');
    expect(output).toContain('Nothing was imported.');
  });

  test('creates no embedded database', async () => {
    const file = join(folder, 'place.csv');
    writeFileSync(file, 'street,country,lat,lng\nGood Street,IE,53,-6\n');
    const { code, said: output } = await run(file, { DATA_DIR: join(folder, 'none') });
    expect(code).toBe(1);
    expect(output).toMatch(/^There is no database in DATA_DIR .*none\. Set DATABASE_URL or DATA_DIR\.\n$/);
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });

  test('reports a missing file', async () => {
    const { code, said: output } = await run(join(folder, 'absent.csv'), {});
    expect(code).toBe(1);
    expect(output).toContain('no such file');
    expect(output).not.toContain('at readFileSync');
  });
});
