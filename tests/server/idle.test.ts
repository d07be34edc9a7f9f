import { setTimeout as pause } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../server/db/open-database.ts';
import { jobs } from '../../server/db/schema.ts';
import { startJobRunner } from '../../server/jobs/runner.ts';
import { enqueueJob } from '../../server/queries/jobs.ts';
import { createDatabase, onBothDatabases } from '../support/databases.ts';
import { spawnServer } from '../support/spawned-server.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';

const SETTLE_MS = 4000;
const SECONDS = 6;

test('An idle process runs at most one transaction a second, with the sandbox too (PRD-96)', async () => {
  const created = await createDatabase();
  const url = new URL(created.url);
  const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(proxy.port);
  const server = spawnServer({ DATABASE_URL: url.href, SESSION_SECRET: 's'.repeat(32) });
  onTestFinished(async () => {
    await server.kill('SIGKILL');
    proxy.close();
    await created.drop();
  });
  await server.url;
  await pause(SETTLE_MS);
  const before = proxy.messages;
  await pause(SECONDS * 1000);
  const perSecond = (proxy.messages - before) / SECONDS;
  console.info(`An idle process: ${perSecond.toFixed(2)} messages a second`);
  expect(perSecond).toBeGreaterThan(0);
  expect(perSecond).toBeLessThanOrEqual(1);
});

onBothDatabases('A new job', (open) => {
  test('starts at once, although the process looks for jobs rarely (PRD-96)', async () => {
    const database = await open();
    let subscribed = () => {};
    const isSubscribed = new Promise<void>((resolve) => {
      subscribed = resolve;
    });
    let start = () => {};
    const started = new Promise<void>((resolve) => {
      start = resolve;
    });
    const runner = startJobRunner(
      {
        db: database.db,
        log: pino({ level: 'silent' }),
        handlers: { greet: async () => start() },
        onNewJobs: (notify) =>
          database.onNewJobs(() => {
            subscribed();
            notify();
          }),
      },
      { pollMs: 3600_000 },
    );
    onTestFinished(async () => {
      await runner.stop();
      await database.close();
    });
    // PostgreSQL reports the start of the subscription too; the embedded database subscribes before the next statement.
    if (database.kind === 'postgresql') await isSubscribed;
    await enqueueJob(database.db, { kind: 'greet', payload: {} });
    await started;
    await expect.poll(() => database.db.select().from(jobs).where(eq(jobs.kind, 'greet'))).toEqual([]);
  });
});

test('A subscription survives a broken connection (PRD-96)', async () => {
  const created = await createDatabase();
  const url = new URL(created.url);
  const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(proxy.port);
  const database = await openDatabase({ databaseUrl: created.url, directUrl: url.href, dataDir: '' });
  let notified = 0;
  const subscription = database.onNewJobs(() => {
    notified += 1;
  });
  onTestFinished(async () => {
    await subscription.stop();
    await database.close();
    proxy.close();
    await created.drop();
  });
  await expect.poll(subscription.isActive).toBe(true);
  proxy.cutAll();
  await expect.poll(subscription.isActive).toBe(false);
  await expect.poll(subscription.isActive).toBe(true);
  const before = notified;
  await enqueueJob(database.db, { kind: 'greet', payload: {} });
  await expect.poll(() => notified).toBeGreaterThan(before);
});
