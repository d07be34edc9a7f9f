import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DisplayStatus } from '../../src/contract/status.ts';
import { type RefreshOutcome, toFailedRead } from '../../src/domain/read-failure.ts';
import { useApp } from '../../src/stores/app.ts';
import { useRefresh } from '../../src/use-cases/use-refresh.ts';

test('a refresh whose outcome is no longer wanted ends when its response arrives (DET-12)', async () => {
  let respond = (_outcome: RefreshOutcome) => {};
  const check = () =>
    new Promise<RefreshOutcome>((resolve) => {
      respond = resolve;
    });
  const { result } = renderHook(() => useRefresh({ check, isCheckedOnMount: false }));
  act(() => result.current.refresh());
  expect(result.current.isChecking).toBe(true);
  // A save clears what an earlier check found.
  act(() => result.current.clearOutcome());
  await act(async () => respond({ kind: 'same' }));
  expect(result.current.isChecking).toBe(false);
  expect(result.current.outcome).toBeUndefined();
});

describe('A device whose clock is set back by two days', () => {
  const NOW = Date.parse('2026-11-26T12:00:00Z');
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW + 2 * 24 * 3600_000, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
    useApp.setState({ isReachable: true });
  });

  test('as its connection returns repeats a failed read at once (TRK-16)', async () => {
    const check = vi.fn(async (): Promise<RefreshOutcome> => toFailedRead('offline'));
    await act(async () => useApp.setState({ isReachable: false }));
    renderHook(() => useRefresh({ check }));
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(check).toHaveBeenCalledTimes(1);
    // Phones correct their clock when they have a network again.
    vi.setSystemTime(NOW);
    await act(async () => useApp.setState({ isReachable: true }));
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(check).toHaveBeenCalledTimes(2);
  });

  test('refreshes a visible result not later than before (TRK-07)', async () => {
    const check = vi.fn(async (): Promise<RefreshOutcome> => ({ kind: 'same' }));
    const { rerender } = renderHook((statuses: DisplayStatus[]) => useRefresh({ check, statuses }), {
      initialProps: ['scheduled'],
    });
    await act(() => vi.advanceTimersByTimeAsync(1000));
    vi.setSystemTime(NOW);
    rerender(['inTransit']);
    await act(() => vi.advanceTimersByTimeAsync(15 * 60_000));
    expect(check).toHaveBeenCalledTimes(2);
  });
});
