import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenUsed } from '../../src/ui/when-idle.ts';

beforeEach(() => {
  vi.stubGlobal('requestIdleCallback', (task: () => void) => {
    task();
    return 1;
  });
  vi.stubGlobal('cancelIdleCallback', () => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

const installWorker = () =>
  Object.defineProperty(navigator, 'serviceWorker', { value: {}, configurable: true });

test.each(['pointermove', 'keydown', 'touchstart', 'click'])(
  'code that comes next loads once, with the first %s (LAY-22)',
  (type) => {
    installWorker();
    const task = vi.fn();
    whenUsed(task);
    expect(task).not.toHaveBeenCalled();
    document.body.dispatchEvent(new Event(type, { bubbles: true }));
    document.body.dispatchEvent(new Event(type, { bubbles: true }));
    expect(task).toHaveBeenCalledOnce();
  },
);

test('a page that has gone loads nothing (LAY-22)', () => {
  installWorker();
  const task = vi.fn();
  whenUsed(task)();
  document.body.dispatchEvent(new Event('click', { bubbles: true }));
  expect(task).not.toHaveBeenCalled();
});

test('without a service worker the code loads before anyone uses the page (LAY-22)', () => {
  const task = vi.fn();
  whenUsed(task);
  expect(task).toHaveBeenCalledOnce();
});
