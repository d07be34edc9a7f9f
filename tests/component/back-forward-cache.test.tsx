import '../support/fake-indexeddb.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { handleBackForwardCache } from '../../src/pwa/bfcache.ts';
import { useUser } from '../../src/stores/user.ts';

const AOIFE = { name: 'Aoife', email: 'aoife@example.ie', phoneNumber: '', jwtToken: 'token' };
handleBackForwardCache();

/** Puts the page into the back/forward cache and restores it. */
function restoreFromBackForwardCache(meanwhile: () => void) {
  const move = (kind: string) => dispatchEvent(Object.assign(new Event(kind), { persisted: true }));
  const reload = vi.spyOn(location, 'reload').mockReturnValue();
  move('pagehide');
  meanwhile();
  move('pageshow');
  return reload;
}

beforeEach(() => {
  document.documentElement.hidden = false;
  useUser.getState().setUser(AOIFE);
});

test('a page restored from the bfcache after a log-out in another tab hides and reloads (SES-04)', () => {
  const reload = restoreFromBackForwardCache(() => localStorage.clear());
  expect(reload).toHaveBeenCalledOnce();
  expect(document.documentElement.hidden).toBe(true);
});

test('a page restored from the bfcache for the same account continues with the newest token (SES-01)', () => {
  const reload = restoreFromBackForwardCache(() =>
    localStorage.setItem('user', JSON.stringify({ ...AOIFE, jwtToken: 'renewed' })),
  );
  expect(reload).not.toHaveBeenCalled();
  expect(document.documentElement.hidden).toBe(false);
  expect(useUser.getState().user?.jwtToken).toBe('renewed');
});
