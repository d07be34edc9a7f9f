import { renderHook } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { useCloseOnBack } from '../../src/ui/close-on-back.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** An overlay that is open and then closed in a browser that does not remove its entry. */
function closeWithoutRemoval() {
  vi.useFakeTimers();
  history.replaceState({ __TSR_key: 'page' }, '', '/');
  const { rerender, unmount } = renderHook(({ isOpen }) => useCloseOnBack(isOpen, () => undefined), {
    initialProps: { isOpen: true },
  });
  expect(history.state).toMatchObject({ overlay: 1 });
  const go = vi.spyOn(History.prototype, 'go').mockReturnValue();
  rerender({ isOpen: false });
  vi.advanceTimersByTime(0);
  expect(go).toHaveBeenCalledWith(-1);
  onTestFinished(unmount);
}

test('The router goes on if the browser does not remove the entry of a closed overlay (LAY-46)', () => {
  closeWithoutRemoval();
  history.pushState({ __TSR_key: 'next' }, '', '/tracking');
  expect(location.pathname).toBe('/');
  vi.advanceTimersByTime(1000);
  expect(location.pathname).toBe('/tracking');
});

test('An entry that the browser does not remove delays no later navigation (LAY-46)', () => {
  closeWithoutRemoval();
  vi.advanceTimersByTime(1000);
  history.pushState({ __TSR_key: 'next' }, '', '/tracking');
  expect(location.pathname).toBe('/tracking');
});
