import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { CopyButton, ShareButton } from '../../src/ui/CopyButton.tsx';
import { renderPlain } from '../support/render.tsx';

afterEach(() => vi.unstubAllGlobals());

test('a browser without a clipboard, as on a page without https, shows that nothing was copied', async () => {
  const user = userEvent.setup();
  const withoutClipboard = new Proxy(navigator, {
    has: (target, name) => name !== 'clipboard' && name in target,
    get: (target, name) => (name === 'clipboard' ? undefined : Reflect.get(target, name)),
  });
  vi.stubGlobal('navigator', withoutClipboard);
  renderPlain(<CopyButton value="0B7C" valueName="reference" />);
  await user.click(screen.getByRole('button', { name: 'Copy reference' }));
  expect((await screen.findByText("Couldn't copy")).className).not.toContain('sr-only');
});

test.each([
  ['copies the link if the browser refuses to share it', 'NotAllowedError', 'Link copied'],
  ['copies nothing if the user closes the share sheet', 'AbortError', 'Share'],
])('the share button %s', async (_, reason, label) => {
  const user = userEvent.setup();
  await navigator.clipboard.writeText('');
  const share = vi.fn(() => Promise.reject(new DOMException('', reason)));
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  const content = () => ({ title: 'Track', url: 'https://send.example/tracking' });
  renderPlain(<ShareButton label="Share" copiedLabel="Link copied" content={content} />);
  await user.click(screen.getByRole('button'));
  Reflect.deleteProperty(navigator, 'share');
  expect(share).toHaveBeenCalledOnce();
  await screen.findByRole('button', { name: label });
  expect(await navigator.clipboard.readText()).toBe(label === 'Share' ? '' : content().url);
});
