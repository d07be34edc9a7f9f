import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../server/db/migrate.ts';
import type { OpenDatabase } from '../../server/db/open-database.ts';
import { jobs } from '../../server/db/schema.ts';
import type { JobHandlers } from '../../server/dependencies.ts';
import { runDueJobs } from '../../server/jobs/runner.ts';
import { claimJob, enqueueJob } from '../../server/queries/jobs.ts';
import { onBothDatabases } from '../support/databases.ts';

onBothDatabases('a job', (open) => {
  let database: OpenDatabase;
  let now = Date.parse('2026-11-02T10:00:00Z');
  const clock = { now: () => new Date(now) };
  const log = pino({ level: 'silent' });
  const run = (handlers: JobHandlers) => runDueJobs({ db: database.db, clock, log, handlers });
  const enqueue = (payload: unknown) =>
    enqueueJob(database.db, { kind: 'greet', payload, runAt: clock.now() });

  beforeAll(async () => {
    database = await open();
    await migrate(database.db);
  });
  afterAll(() => database.close());

  test('runs once, with its payload', async () => {
    const seen: unknown[] = [];
    await enqueue({ to: 'Aoife' });
    const greet = async (payload: unknown) => void seen.push(payload);
    expect(await run({ greet })).toBe(1);
    expect(await run({ greet })).toBe(0);
    expect(seen).toEqual([{ to: 'Aoife' }]);
  });

  test('runs only if its transaction commits', async () => {
    const rolledBack = database.db.transaction(async (tx) => {
      await enqueueJob(tx, { kind: 'greet', payload: {}, runAt: clock.now() });
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow();
    expect(await run({ greet: async () => {} })).toBe(0);
  });

  test('is retried later when it fails, and its error text stays out of the database', async () => {
    let attempts = 0;
    await enqueue({});
    const greet = async () => {
      attempts += 1;
      if (attempts < 3) throw new Error('could not reach aoife@example.ie');
    };
    expect(await run({ greet })).toBe(1);
    const [row] = await database.db.select().from(jobs);
    expect(row?.lastError).toBe('Error');
    expect(await run({ greet })).toBe(0);
    now += 5000;
    expect(await run({ greet })).toBe(1);
    now += 30_000;
    expect(await run({ greet })).toBe(1);
    expect(attempts).toBe(3);
    expect(await database.db.select().from(jobs)).toEqual([]);
  });

  test('is run again after its process has died', async () => {
    await enqueue({});
    await claimJob(database.db, clock.now(), 60_000);
    expect(await run({ greet: async () => {} })).toBe(0);
    now += 60_000;
    expect(await run({ greet: async () => {} })).toBe(1);
  });

  test('is claimed by one of several runners', async () => {
    for (let n = 0; n < 10; n++) await enqueue({ n });
    const taken = await Promise.all(
      Array.from({ length: 20 }, () => claimJob(database.db, clock.now(), 60_000)),
    );
    const ids = taken.flatMap((job) => (job === undefined ? [] : [job.id]));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('of an unknown kind waits for another process', async () => {
    now += 3600_000;
    await run({ greet: async () => {} });
    await enqueueJob(database.db, { kind: 'newer', payload: {}, runAt: clock.now() });
    expect(await run({})).toBe(1);
    expect(await database.db.select().from(jobs)).toHaveLength(1);
  });
});
