import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StaticFiles } from '../../server/http/static-files.ts';
import { insertOrderEvents } from '../../server/queries/orders.ts';
import { EVENT_TYPE } from '../../src/contract/status.ts';
import { type ApiHarness, createApiHarness } from '../support/api-harness.ts';
import { onBothDatabases, openEmbedded } from '../support/databases.ts';
import { acceptAsOperator, createPaidRequest, PLACES_WITH_STREETS } from '../support/orders.ts';

const PAGE =
  '<!doctype html><head><style>a{}</style></head><body><div class="x" id="tracking-result"></div>' +
  '<form action="/tracking"><input class="y" name="guid" value=""/></form></body>';
const FILES: StaticFiles = new Map([
  [
    '/tracking.html',
    {
      content: new TextEncoder().encode(PAGE),
      type: 'text/html; charset=utf-8',
      etag: '"page"',
      isImmutable: false,
      encodings: [],
    },
  ],
]);
const UNKNOWN = '3f0c4f0e-0000-4000-8000-000000000000';
const HEADERS = { accept: 'text/html,*/*' };

function openPage(harness: ApiHarness, entered: string, headers: Record<string, string> = {}) {
  return harness.send(`/tracking?guid=${encodeURIComponent(entered)}`, {
    headers: { ...HEADERS, ...headers },
  });
}

onBothDatabases('The tracking page from the server', (open) => {
  let harness: ApiHarness;
  beforeAll(async () => {
    harness = await createApiHarness(await open(), { TRUST_PROXY: '10.0.0.1' }, { files: FILES });
  });
  afterAll(() => harness.close());

  async function order(changes = {}) {
    const { token } = await harness.createUser('Secret Person');
    return acceptAsOperator(harness, await createPaidRequest(harness, token, changes));
  }

  test('contains status, places, arrival and timeline, and nothing private (TRK-15, TRK-08)', async () => {
    const { id, guid } = await order(PLACES_WITH_STREETS);
    await insertOrderEvents(harness.db, id, [
      { type: EVENT_TYPE.pickedUp, time: new Date('2026-11-02T13:52:00Z') },
    ]);
    const { status, body, headers } = await openPage(harness, `  ${guid.toUpperCase()} `);
    const text = String(body);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("default-src 'self'");
    for (const part of ['Accepted', 'Rathmines', 'Bray', guid, 'Order Picked Up', '1:52', 'UTC']) {
      expect(text).toContain(part);
    }
    expect(text.indexOf('Order Picked Up')).toBeLessThan(text.indexOf('Order Created'));
    for (const secret of ['Leinster', 'Quinsborough', 'Secret', '555 0100', '€']) {
      expect(text).not.toContain(secret);
    }
  });

  test('claims no arrival on a day that has passed in every time zone', async () => {
    const { guid } = await order();
    const scheduled = {
      type: EVENT_TYPE.scheduled,
      deliveryDate: '2026-11-03',
      deliveryTime: '14:00 - 16:00',
    };
    await harness.ops('POST', `orders/${guid}/events`, scheduled);
    const text = String((await openPage(harness, guid)).body);
    expect(text).toContain('<h2>Scheduled for delivery');
    expect(text).not.toContain('2 to 4 PM');
  });

  test('contains the response of the lookup as JSON, which no text in it can end', async () => {
    const { guid } = await order({ dropOffSnapshot: { name: '1 Main Street, Bray' } });
    await harness.ops('POST', `orders/${guid}/events`, {
      type: EVENT_TYPE.scheduled,
      deliveryDate: '2099-11-03',
      deliveryTime: '</script><script>alert(1)</script>',
    });
    const { body } = await openPage(harness, guid);
    const text = String(body);
    expect(text).toContain('<h2>Nov 3, 2099, ');
    expect(text).not.toContain('<script>alert');
    const [, data = ''] = /<script type="application\/json"[^>]*>(.*?)<\/script>/.exec(text) ?? [];
    const { body: tracking } = await harness.call('trackOrder', { params: { orderGuid: guid } });
    expect(JSON.parse(data)).toEqual(tracking);
    expect(tracking.deliveryTime).toContain('<script>');
  });

  test('says that a number or a reference is unknown', async () => {
    for (const entered of [UNKNOWN, 'nonsense', "' or 1=1", 'x'.repeat(3000)]) {
      const { status, body } = await openPage(harness, entered);
      expect([entered, status]).toEqual([entered, 200]);
      expect(body).toContain('No package found');
      expect(body).not.toContain('application/json');
    }
    const { body } = await openPage(harness, 'snd-20417');
    expect(body).toContain('No delivery has the reference SND-20417.');
  });

  test('shows the status of a reference, without places, and limits guesses (TRK-18)', async () => {
    const { guid, referenceNumber } = await order(PLACES_WITH_STREETS);
    const { body } = await openPage(harness, String(referenceNumber));
    for (const part of ['Accepted', String(referenceNumber), 'A reference shows only the status.']) {
      expect(body).toContain(part);
    }
    for (const secret of ['Rathmines', 'Bray', guid]) expect(body).not.toContain(secret);
    for (let n = 0; n < 20; n += 1) await openPage(harness, 'SND-20417');
    expect((await openPage(harness, String(referenceNumber))).body).toContain('Too many references');
    harness.advanceClock(3600_000);
  });

  test('shows the entered text in the field and never runs it', async () => {
    const entered = '"><img src=x onerror=alert(1)>$&$1';
    const { body } = await openPage(harness, entered);
    expect(body).not.toContain('<img');
    expect(body).toContain('value="&quot;&gt;&lt;img src=x onerror=alert(1)&gt;$&amp;$1"');
  });

  test('finds the number in a pasted message, as the app does (TRK-09)', async () => {
    const { guid } = await order();
    const { body } = await openPage(
      harness,
      `Your parcel: https://send.example/tracking?guid=${guid} thanks`,
    );
    expect(body).toContain('Track another package');
  });

  test('counts as one of the sixty look-ups a minute, and then offers to try again', async () => {
    harness.advanceClock(60_000);
    const pages: Awaited<ReturnType<typeof openPage>>[] = [];
    // On a busy machine, simultaneous look-ups would exceed the time that the page waits for one.
    for (let n = 0; n < 65; n += 1) {
      pages.push(await openPage(harness, UNKNOWN, { 'x-forwarded-for': `192.0.2.${n}` }));
    }
    expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200));
    expect(pages.filter(({ body }) => String(body).includes('No package found'))).toHaveLength(60);
    const limited = pages.filter(({ body }) => String(body).includes('Wait a minute'));
    expect(limited).toHaveLength(5);
    expect(limited[0]?.body).toContain(`href="/tracking?guid=${UNKNOWN}"`);
    harness.advanceClock(60_000);
  });

  test('is the prerendered page if there is no number, and for HEAD; other requests than navigations get 404', async () => {
    for (const path of ['/tracking', '/tracking?guid=', '/tracking?guid=%20']) {
      const { body, headers } = await harness.send(path, { headers: HEADERS });
      expect([path, body]).toEqual([path, PAGE]);
      expect(headers.get('etag')).toBe('"page"');
    }
    const head = await harness.send(`/tracking?guid=${UNKNOWN}`, { method: 'HEAD', headers: HEADERS });
    expect(head.headers.get('cache-control')).toBe('no-cache');
    const image = { accept: 'image/*' };
    expect((await harness.send(`/tracking?guid=${UNKNOWN}`, { headers: image })).status).toBe(404);
  });
});

describe('The tracking page', () => {
  test.each<[string, () => Promise<never>]>([
    ['fails', () => Promise.reject(new Error('connection refused'))],
    ['does not respond', () => new Promise<never>(() => {})],
  ])('is complete when the database %s (TRK-15)', async (_, execute) => {
    const database = await openEmbedded();
    const query: unknown = new Proxy(() => query, {
      get: (_target, name) => (name === 'execute' ? execute : query),
      apply: () => query,
    });
    const db = new Proxy(database.db, {
      get: (target, name) => (name === 'select' ? query : Reflect.get(target, name)),
    });
    const harness = await createApiHarness(database, {}, { files: FILES, db });
    const { status, body } = await openPage(harness, UNKNOWN);
    expect(status).toBe(200);
    // The markup escapes the apostrophe.
    expect(body).toContain('look up this package. Try again in a moment.');
    expect(body).toContain(`<a href="/tracking?guid=${UNKNOWN}">Try again</a>`);
    expect(body).toContain('</form>');
    await harness.close();
  });
});
