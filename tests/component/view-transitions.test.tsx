import { afterEach, expect, it, vi } from 'vitest';
import { enableViewTransitions, router } from '../../src/startup/router.ts';

afterEach(() => {
  Reflect.deleteProperty(document, 'startViewTransition');
});

it('fades from page to page, but shows the next step of the wizard at once', async () => {
  const startViewTransition = vi.fn((change: () => void) => {
    change();
    return { ready: Promise.resolve() };
  });
  Object.assign(document, { startViewTransition });
  await router.load();
  enableViewTransitions();

  await router.navigate({ to: '/', state: { step: 'package' } });
  expect(router.state.location.state.step).toBe('package');
  expect(startViewTransition).not.toHaveBeenCalled();

  await router.navigate({ to: '/faq' });
  await vi.waitFor(() => expect(router.state.resolvedLocation?.pathname).toBe('/faq'));
  expect(startViewTransition).toHaveBeenCalledOnce();
});
