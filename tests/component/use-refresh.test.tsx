import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { RefreshOutcome } from '../../src/domain/read-failure.ts';
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
