import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jobs } from '../../server/db/schema.ts';
import { enqueueJob } from '../../server/queries/jobs.ts';
import { type ApiHarness, type CallResult, createApiHarness, parcel } from '../support/api-harness.ts';
import { onBothDatabases } from '../support/databases.ts';

type Row = { id: number };

/** The path that a Link header leads to. */
const nextOf = (response: CallResult<unknown>) =>
  /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
const idsOf = (response: CallResult<unknown>) => (response.body as Row[]).map((row) => row.id);

onBothDatabases('A list', (open) => {
  let harness: ApiHarness;
  let token: string;
  const ids: number[] = [];
  beforeAll(async () => {
    harness = await createApiHarness(await open());
    ({ token } = await harness.createUser('Aoife 100% Brennan'));
    for (let n = 0; n < 5; n++) {
      const body = parcel({ dropOffSnapshot: { name: `${n} Abbey Street, Howth`, city: 'Howth' } });
      ids.push((await harness.call('createDeliveryRequest', { token, body })).body.id);
      // Two of the five have the same moment of creation.
      if (n !== 1) harness.advanceClock(24 * 3600_000);
    }
  });
  afterAll(() => harness.close());

  const list = (query = '') => harness.ops('GET', `orderrequests${query}`);

  describe('of operators', () => {
    test('begins with the oldest row, and the next link leads through all pages', async () => {
      const pages: number[][] = [];
      let path: string | undefined = 'orderrequests?limit=2';
      while (path !== undefined) {
        const response: CallResult<unknown> = await harness.ops('GET', path);
        pages.push(idsOf(response));
        path = nextOf(response)?.replace('/ops/', '');
      }
      expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
    });

    test('can begin with the newest row', async () => {
      const first = await list('?order=newest&limit=3');
      expect(idsOf(first)).toEqual(ids.toReversed().slice(0, 3));
      const second = await harness.ops('GET', (nextOf(first) ?? '').replace('/ops/', ''));
      expect(idsOf(second)).toEqual(ids.toReversed().slice(3));
      expect(nextOf(second)).toBeUndefined();
    });

    test('can be searched by reference, place, customer, status and day', async () => {
      await harness.pay(ids[3] ?? 0);
      const { body } = await harness.ops('POST', `orderrequests/${ids[3]}/accept`);
      const { guid, referenceNumber } = body as { guid: string; referenceNumber: string };
      await harness.ops('POST', `orders/${guid}/events`, { type: 3, deliveryDate: '2026-12-24' });

      const found = async (query: string) => idsOf(await list(query));
      expect(await found(`?reference=${referenceNumber.toLowerCase().slice(0, 9)}`)).toEqual([ids[3]]);
      expect(await found('?place=2%20abbey')).toEqual([ids[2]]);
      expect(await found('?place=HOWTH')).toEqual(ids);
      expect(await found('?customer=100%25')).toEqual(ids);
      expect(await found('?customer=1000%25')).toEqual([]);
      expect(await found('?status=2')).toEqual([ids[3]]);
      expect(await found('?deliveryDate=2026-12-24')).toEqual([ids[3]]);
      expect(await found('?created=2026-11-03')).toEqual(ids.slice(1, 3));
      expect(await found('?status=0&place=4%20Abbey')).toEqual([ids[4]]);
    });

    test('of requests of guests can be searched and paged in the same way', async () => {
      const guest = { firstName: 'Gráinne', lastName: 'Walsh', email: '', pickup: 'Bray', dropoff: 'Cork' };
      const made: number[] = [];
      for (const dropoff of ['Cork', 'Galway', 'Cork']) {
        const { id } = (await harness.call('submitGuestRequest', { body: { ...guest, dropoff } })).body;
        made.push(Number(id));
      }
      const first = await harness.ops('GET', 'guest-requests?place=cork&limit=1&customer=gráinne%20w');
      expect(idsOf(first)).toEqual([made[0]]);
      const second = await harness.ops('GET', (nextOf(first) ?? '').replace('/ops/', ''));
      expect(idsOf(second)).toEqual([made[2]]);
    });

    test.each([
      'limit=0',
      'limit=501',
      'limit=x',
      'after=x',
      'after=9999999999',
      'status=7',
      'order=random',
      'created=2026-13-40',
      'created=0000-01-01',
      'place=',
      'statsu=1',
    ])('refuses %s', async (query) => {
      expect((await list(`?${query}`)).status).toBe(400);
    });
  });

  describe('of a customer', () => {
    const deliveries = (query = '', as = token) =>
      harness.send(`/api/orderrequests${query}`, { headers: { authorization: `Bearer ${as}` } });

    test('is complete and sorted newest first, unless a page is requested', async () => {
      const response = await deliveries();
      expect(idsOf(response)).toHaveLength(5);
      expect(nextOf(response)).toBeUndefined();
    });

    test('has pages without gaps, also between rows of the same moment', async () => {
      const whole = idsOf(await deliveries());
      const paged: number[] = [];
      let path: string | undefined = '/api/orderrequests?limit=2';
      while (path !== undefined) {
        const response: CallResult<unknown> = await harness.send(path, {
          headers: { authorization: `Bearer ${token}` },
        });
        paged.push(...idsOf(response));
        path = nextOf(response);
      }
      expect(paged).toEqual(whole);
    });

    test('never shows deliveries of someone else', async () => {
      const first = await deliveries('?limit=2');
      const { token: other } = await harness.createUser();
      expect(idsOf(await deliveries((nextOf(first) ?? '').replace('/api/orderrequests', ''), other))).toEqual(
        [],
      );
    });

    test('can be filtered by tab and by the status that the customer sees (PRD-73)', async () => {
      const found = async (filter: string) => idsOf(await deliveries(`?limit=10&filter=${filter}`));
      expect(await found('all')).toEqual(ids.toReversed());
      expect(await found('active')).toEqual(ids.toReversed());
      expect(await found('past')).toEqual([]);
      // One of the five was accepted and scheduled above; a request without an order can be accepted too.
      expect(await found('scheduled')).toEqual([ids[3]]);
      await harness.db.execute(sql`update delivery_requests set status = 2 where id = ${ids[0]}`);
      await harness.db.execute(sql`update delivery_requests set status = 3 where id = ${ids[4]}`);
      expect(await found('accepted')).toEqual([ids[0]]);
      expect(await found('past')).toEqual([ids[4]]);
      expect(await found('active')).toEqual(ids.slice(0, 4).toReversed());
      expect(await found('delivered')).toEqual([]);
    });

    test('is searched in the same texts as in the app, page by page (PRD-73)', async () => {
      const found = async (search: string, rest = '') =>
        idsOf(await deliveries(`?limit=2&search=${encodeURIComponent(search)}${rest}`));
      expect(await found(' 3 ABBEY ')).toEqual([ids[3]]);
      expect(await found('SCHEDUL')).toEqual([ids[3]]);
      expect(await found('canceled')).toEqual([ids[4]]);
      expect(await found('100%')).toEqual([]);
      const [{ order }] = (await deliveries('?filter=scheduled')).body as [{ order: Record<string, string> }];
      expect(await found(order.guid ?? '')).toEqual([ids[3]]);
      expect(await found(order.referenceNumber?.toLowerCase() ?? '')).toEqual([ids[3]]);
      const first = await deliveries('?limit=2&search=howth&filter=active');
      expect(idsOf(first)).toEqual([ids[3], ids[2]]);
      const second = await deliveries((nextOf(first) ?? '').replace('/api/orderrequests', ''));
      expect(idsOf(second)).toEqual([ids[1], ids[0]]);
      expect(nextOf(second)).toBeUndefined();
    });

    test('finds the one delivery with a tracking number or reference (PRD-78)', async () => {
      const [{ order }] = (await deliveries('?filter=scheduled')).body as [{ order: Record<string, string> }];
      const found = async (number = '', as = token) =>
        idsOf(await deliveries(`?limit=100&number=${number}&search=${number}`, as));
      expect(await found(order.guid?.toUpperCase())).toEqual([ids[3]]);
      expect(await found(order.referenceNumber?.toLowerCase())).toEqual([ids[3]]);
      expect(await found(order.referenceNumber?.slice(0, -1))).toEqual([]);
      const { token: other } = await harness.createUser();
      expect(await found(order.guid, other)).toEqual([]);
    });

    test.each([
      'limit=0',
      'limit=501',
      'after=x',
      'after=1-9999999999',
      'after=99999999999999-1',
      'filter=finished',
      `search=${'x'.repeat(101)}`,
    ])('refuses %s', async (query) => {
      expect((await deliveries(`?${query}`)).status).toBe(400);
    });
  });

  describe('of failed jobs', () => {
    test('has retries that are recorded in the audit log, if the job exists (SEC-07)', async () => {
      await harness.db
        .insert(jobs)
        .values({ kind: 'audited', payload: {}, runAt: new Date(), failedAt: new Date() });
      const { body: failed } = await harness.ops('GET', 'failed-jobs');
      const [{ id }] = failed as [{ id: number }];
      expect((await harness.ops('POST', `failed-jobs/${id}/retry`)).status).toBe(200);
      const again = await harness.ops('POST', `failed-jobs/${id}/retry`);
      expect(again).toMatchObject({ status: 404, body: { detail: 'There is no failed job with this id.' } });
      const { body: entries } = await harness.ops('GET', 'audit');
      const retries = (entries as { event: string }[]).filter(({ event }) => event === 'jobRetried');
      expect(retries).toMatchObject([
        {
          actor: 'operator operator',
          subject: `job ${id}`,
          before: { kind: 'audited', state: 'failed' },
          after: { kind: 'audited', state: 'waiting' },
        },
      ]);
      await harness.db.delete(jobs);
    });

    test('shows no payload, and a retried job is removed from it', async () => {
      await enqueueJob(harness.db, { kind: 'send-mail', payload: { to: 'someone@example.ie' } });
      // The payload lacks a subject, so every attempt fails.
      for (let n = 0; n < 12; n++) {
        await harness.runJobs();
        await harness.db.execute(sql`update jobs set run_at = now() where failed_at is null`);
      }
      const response = await harness.ops('GET', 'failed-jobs');
      expect(response.body).toMatchObject([{ kind: 'send-mail', attempts: 12, lastError: 'ValiError' }]);
      expect(JSON.stringify(response.body)).not.toContain('example.ie');
      const [id] = idsOf(response);
      expect((await harness.ops('POST', `failed-jobs/${id}/retry`)).status).toBe(200);
      expect((await harness.ops('POST', `failed-jobs/${id}/retry`)).status).toBe(404);
      expect((await harness.ops('GET', 'failed-jobs')).body).toEqual([]);
    });
  });
});
