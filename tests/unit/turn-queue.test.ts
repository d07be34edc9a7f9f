import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTurnQueue } from '../../server/accounts/turn-queue.ts';

describe('A queue of turns (SEC-02)', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** A queue with one slot, which a first task holds until `release` is called. */
  function busyQueue(capacity: number) {
    const run = createTurnQueue({ slots: 1, capacity, maxWaitMs: 1000 });
    let release = () => {};
    const ran: string[] = [];
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    void run({ rank: 0 }, () => held);
    const enter = (name: string, rank: number, signal?: AbortSignal) =>
      run({ rank, signal }, async () => void ran.push(name)).catch((error) => error.status);
    return { enter, ran, release };
  }

  test('serves the lowest rank first, and equal ranks in the order of their arrival', async () => {
    const { enter, ran, release } = busyQueue(10);
    const all = [enter('c', 2), enter('a', 1), enter('d', 2), enter('b', 1)];
    release();
    await Promise.all(all);
    expect(ran).toEqual(['a', 'b', 'c', 'd']);
  });

  test('refuses the last one when it is full, which need not be the one that came last', async () => {
    const { enter, ran, release } = busyQueue(2);
    const all = [enter('flood 1', 5), enter('flood 2', 6), enter('owner', 1), enter('flood 3', 7)];
    release();
    expect(await Promise.all(all)).toEqual([undefined, 503, undefined, 503]);
    expect(ran).toEqual(['owner', 'flood 1']);
  });

  test('refuses who has waited too long, and runs nothing for them', async () => {
    const { enter, ran, release } = busyQueue(10);
    const late = enter('late', 1);
    await vi.advanceTimersByTimeAsync(999);
    const next = enter('next', 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await late).toBe(503);
    release();
    await next;
    expect(ran).toEqual(['next']);
  });

  test('forgets a client that leaves, also one that has left before', async () => {
    const { enter, ran, release } = busyQueue(1);
    const leaving = new AbortController();
    const gone = enter('gone', 1, leaving.signal);
    leaving.abort();
    const next = enter('next', 9);
    expect([await gone, await enter('gone before', 1, leaving.signal)]).toEqual([408, 408]);
    release();
    await next;
    leaving.signal.dispatchEvent(new Event('abort'));
    expect(ran).toEqual(['next']);
  });

  test('goes on after a task that fails', async () => {
    const run = createTurnQueue({ slots: 1, capacity: 1, maxWaitMs: 1000 });
    const failing = run({ rank: 0 }, () => Promise.reject(new Error('wrong')));
    const next = run({ rank: 0 }, async () => 'next');
    await expect(failing).rejects.toThrow('wrong');
    expect(await next).toBe('next');
  });
});
