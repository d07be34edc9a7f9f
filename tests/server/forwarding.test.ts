import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { jobs } from '../../server/db/schema.ts';
import { forwardJobs } from '../../server/jobs/forward-job.ts';
import { eraseOldGuests } from '../../server/queries/guest-requests.ts';
import { type ApiHarness, createApiHarness } from '../support/api-harness.ts';
import { openPostgres } from '../support/databases.ts';
import { runDueJobs } from '../support/run-due-jobs.ts';

const GUEST = {
  firstName: 'Gráinne',
  lastName: 'Walsh',
  phone: '+353 1 555 0100',
  email: 'grainne@example.ie',
  pickup: 'Bray',
  dropoff: 'Cork',
  note: 'Ring twice',
};

const received: { path: string | undefined; key: unknown; body: unknown }[] = [];
let status = 200;
/** Every other path of the hook responds with `status`. */
const REDIRECT_TARGET = '/redirect-target';
const hook = createServer(async (request, response) => {
  // A redirected request has no body.
  const body = await text(request);
  received.push({
    path: request.url,
    key: request.headers['idempotency-key'],
    body: body === '' ? undefined : JSON.parse(body),
  });
  const isTarget = request.url === REDIRECT_TARGET;
  response.writeHead(isTarget ? 200 : status, status === 302 ? { location: REDIRECT_TARGET } : {});
  response.end('thanks');
});

let harness: ApiHarness;
let hookUrl: string;
beforeAll(async () => {
  hook.listen(0, '127.0.0.1');
  await once(hook, 'listening');
  hookUrl = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/in`;
  harness = await createApiHarness(await openPostgres(), { HOOK_URL: hookUrl });
});
afterEach(async () => {
  received.length = 0;
  status = 200;
  await harness.db.delete(jobs);
});
afterAll(async () => {
  hook.close();
  await harness.close();
});

const forward = () =>
  runDueJobs({ db: harness.db, log: pino({ level: 'silent' }), handlers: forwardJobs(harness.db, hookUrl) });
const stored = () => harness.db.select().from(jobs);

test("A guest's request is stored, and forwarded to the operator's hook", async () => {
  const { id, referenceNumber } = (await harness.call('submitGuestRequest', { body: GUEST })).body;
  expect((await harness.ops('GET', 'guest-requests?order=newest')).body).toMatchObject([{ id }]);
  expect(await forward()).toBe(1);
  expect(received).toEqual([
    {
      path: '/in/status/submit-to-zapier',
      // After a backup was restored, another request may get the same id.
      key: `guest-request-${referenceNumber}`,
      body: { ...GUEST, referenceNumber },
    },
  ]);
  expect(referenceNumber).toMatch(/^SND-/);
  expect(await stored()).toEqual([]);
});

test.each([503, 302])(
  'A hook that responds with %i gets the request later with the same key',
  async (failure) => {
    await harness.call('submitGuestRequest', { body: GUEST });
    status = failure;
    await forward();
    expect(received.map(({ path }) => path)).not.toContain(REDIRECT_TARGET);
    expect(await stored()).toMatchObject([{ attempts: 1, failedAt: null }]);
    status = 201;
    await harness.db.execute(sql`update jobs set run_at = now()`);
    await forward();
    expect(received).toHaveLength(2);
    expect(received[0]).toEqual(received[1]);
    expect(await stored()).toEqual([]);
  },
);

test('A rejection by the hook is listed for operators and not retried', async () => {
  await harness.call('submitGuestRequest', { body: GUEST });
  status = 404;
  await forward();
  const { body } = await harness.ops('GET', 'failed-jobs');
  expect(body).toMatchObject([
    { kind: 'forward-guest-request', attempts: 1, lastError: 'The hook returned 404.' },
  ]);
});

test('A request whose data was deleted meanwhile is not forwarded, and its job stays listed as failed', async () => {
  await harness.call('submitGuestRequest', { body: GUEST });
  status = 404;
  await forward();
  const { body: failed } = await harness.ops('GET', 'failed-jobs');
  const [{ id }] = failed as [{ id: number }];
  await eraseOldGuests(harness.db, new Date(harness.clock.now().getTime() + 1));
  received.length = 0;
  await harness.ops('POST', `failed-jobs/${id}/retry`);
  expect(await forward()).toBe(1);
  expect(received).toEqual([]);
  expect((await harness.ops('GET', 'failed-jobs')).body).toMatchObject([
    { id, lastError: 'The data of the request has been deleted.' },
  ]);
});

test('A repeated submission is forwarded once', async () => {
  for (let n = 0; n < 2; n++) await harness.call('submitGuestRequest', { body: GUEST, key: 'the-same-key' });
  expect(await forward()).toBe(1);
  expect(received).toHaveLength(1);
});
