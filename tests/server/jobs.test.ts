import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../server/db/migrate.ts';
import type { OpenDatabase } from '../../server/db/open-database.ts';
import { jobs } from '../../server/db/schema.ts';
import type { JobHandlers } from '../../server/dependencies.ts';
import { PermanentFailure, Postponed } from '../../server/jobs/repeat.ts';
import { type JobsOptions, startJobRunner } from '../../server/jobs/runner.ts';
import { claimJobs, enqueueJob, listFailedJobs, retryFailedJob } from '../../server/queries/jobs.ts';
import { onBothDatabases } from '../support/databases.ts';
import { freePort } from '../support/listen-locally.ts';
import { runDueJobs } from '../support/run-due-jobs.ts';

onBothDatabases('A job', (open) => {
  let database: OpenDatabase;
  const log = pino({ level: 'silent' });
  const run = (handlers: JobHandlers, options?: JobsOptions) =>
    runDueJobs({ db: database.db, log, handlers }, options);
  const enqueue = (payload: unknown, kind = 'greet') => enqueueJob(database.db, { kind, payload });
  const stored = () => database.db.select().from(jobs);
  /** Makes every job due earlier by this many milliseconds, as if the time had passed. */
  const pass = (seconds: number) =>
    database.db.execute(
      sql`update jobs set run_at = run_at - make_interval(secs => ${seconds}) where failed_at is null`,
    );

  beforeAll(async () => {
    database = await open();
    await migrate(database.db);
  });
  afterEach(() => database.db.delete(jobs));
  afterAll(() => database.close());

  test('runs once with its payload', async () => {
    const seen: unknown[] = [];
    await enqueue({ to: 'Aoife' });
    const greet = async (payload: unknown) => void seen.push(payload);
    expect(await run({ greet })).toBe(1);
    expect(await run({ greet })).toBe(0);
    expect(seen).toEqual([{ to: 'Aoife' }]);
  });

  test('runs only if its transaction commits', async () => {
    const rolledBack = database.db.transaction(async (tx) => {
      await enqueueJob(tx, { kind: 'greet', payload: {} });
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow();
    expect(await run({ greet: async () => {} })).toBe(0);
  });

  test('is retried later if it fails, and the error is stored without its message', async () => {
    let tries = 0;
    await enqueue({});
    const greet = async () => {
      tries += 1;
      if (tries < 3) throw new Error('could not reach aoife@example.ie');
    };
    expect(await run({ greet })).toBe(1);
    expect(await stored()).toMatchObject([{ lastError: 'Error' }]);
    expect(await run({ greet })).toBe(0);
    await pass(5);
    expect(await run({ greet })).toBe(1);
    await pass(30);
    expect(await run({ greet })).toBe(1);
    expect(tries).toBe(3);
    expect(await stored()).toEqual([]);
  });

  test('is run again if the process that claimed it has died', async () => {
    await enqueue({});
    await claimJobs(database.db, ['greet'], 60_000);
    expect(await run({ greet: async () => {} })).toBe(0);
    await pass(60);
    expect(await run({ greet: async () => {} })).toBe(1);
  });

  test('is claimed by only one of many processes', async () => {
    for (let n = 0; n < 10; n++) await enqueue({ n });
    const taken = await Promise.all(
      Array.from({ length: 20 }, () => claimJobs(database.db, ['greet'], 60_000)),
    );
    const ids = taken.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(10);
  });

  test('of an unknown kind is released at once for another process', async () => {
    await enqueue({}, 'newer');
    expect(await run({ greet: async () => {} })).toBe(0);
    expect(await stored()).toMatchObject([{ kind: 'newer', attempts: 0 }]);
    expect(await run({ newer: async () => {} })).toBe(1);
  });

  test('that takes longer than its lease is not run a second time', async () => {
    await enqueue({});
    let runs = 0;
    const slow = deferred();
    const greet = () => {
      runs += 1;
      return slow.promise;
    };
    const leaseMs = 2000;
    const first = run({ greet }, { leaseMs });
    const leaseEnd = async () => Number((await stored())[0]?.runAt);
    await expect.poll(() => runs).toBe(1);
    const firstEnd = await leaseEnd();
    // The lease would have expired twice in this time if it were not extended.
    const extended = async () => {
      expect(await run({ greet }, { leaseMs })).toBe(0);
      return leaseEnd();
    };
    await expect.poll(extended).toBeGreaterThan(firstEnd + 2 * leaseMs);
    slow.resolve();
    expect(await first).toBe(1);
    expect(runs).toBe(1);
    expect(await stored()).toEqual([]);
  });

  test('counts as done when it succeeds after its lease has passed to another process', async () => {
    await enqueue({});
    const slow = deferred();
    const first = run({ greet: () => slow.promise });
    await expect.poll(async () => (await stored())[0]?.attempts).toBe(1);
    await pass(60);
    await claimJobs(database.db, ['greet'], 60_000);
    slow.resolve();
    await first;
    expect(await stored()).toEqual([]);
  });

  test('that hangs frees its slot for the next one, and its late success counts', async () => {
    await enqueue({ name: 'slow' });
    await enqueue({ name: 'quick' });
    const slow = deferred();
    const done: unknown[] = [];
    const greet = async (payload: unknown) => {
      if (JSON.stringify(payload).includes('slow')) await slow.promise;
      done.push(payload);
    };
    expect(await run({ greet }, { maxRunMs: 100 })).toBe(2);
    await expect.poll(stored).toHaveLength(1);
    expect(done).toEqual([{ name: 'quick' }]);
    slow.resolve();
    await expect.poll(stored).toEqual([]);
  });

  test('that hangs delays no other job, of its kind or of another', async () => {
    const slow = deferred();
    const done: unknown[] = [];
    const work = async (payload: unknown) => {
      if (payload === 'hang') await slow.promise;
      done.push(payload);
    };
    await enqueue('hang', 'mail');
    await enqueue('second mail', 'mail');
    await enqueue('payment', 'pay');
    const handlers = { mail: work, pay: work };
    const running = startJobRunner({ ...database, log, handlers }, { pollMs: 20 });
    await expect.poll(() => done.toSorted()).toEqual(['payment', 'second mail']);
    slow.resolve();
    await running.stop();
    expect(await stored()).toEqual([]);
  });

  test('that can never succeed is not retried, and stays until an operator retries it', async () => {
    await enqueue({});
    const refuse = async () => {
      throw new PermanentFailure('The mail server refused the email with 550.');
    };
    expect(await run({ greet: refuse })).toBe(1);
    await pass(10_000);
    expect(await run({ greet: refuse })).toBe(0);
    const failed = await listFailedJobs(database.db, 0, 10);
    expect(failed).toMatchObject([
      { kind: 'greet', attempts: 1, lastError: 'The mail server refused the email with 550.' },
    ]);
    const id = failed[0]?.id ?? 0;
    expect(await retryFailedJob(database.db, id)).toEqual({ kind: 'greet' });
    expect(await retryFailedJob(database.db, id)).toBeUndefined();
    expect(await run({ greet: async () => {} })).toBe(1);
    expect(await stored()).toEqual([]);
  });

  test('that has failed twelve times stays as failed with what failed, and is not deleted', async () => {
    await enqueue({});
    const nobodyListens = `http://127.0.0.1:${await freePort()}`;
    const greet = async () => {
      await fetch(nobodyListens);
    };
    for (let n = 0; n < 12; n++) {
      expect(await run({ greet })).toBe(1);
      await pass(3600);
    }
    expect(await run({ greet })).toBe(0);
    expect(await listFailedJobs(database.db, 0, 10)).toMatchObject([
      { attempts: 12, lastError: 'Error (ECONNREFUSED)' },
    ]);
  });

  test('that was postponed twelve times is retried when it fails for the first time', async () => {
    await enqueue({});
    let runs = 0;
    const greet = async () => {
      runs += 1;
      if (runs <= 12) throw new Postponed('not yet', 60_000);
      if (runs === 13) throw new Error('failed once');
    };
    for (let n = 0; n < 14; n++) {
      expect(await run({ greet })).toBe(1);
      await pass(3600);
    }
    expect(await stored()).toEqual([]);
  });
});

function deferred(): { promise: Promise<void>; resolve(): void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
}
