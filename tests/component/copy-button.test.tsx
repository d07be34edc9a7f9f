import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, test, vi } from 'vitest';
import { CopyButton } from '../../src/ui/CopyButton.tsx';
import { renderPlain } from '../support/render.tsx';

afterEach(() => vi.unstubAllGlobals());

test('a browser without a clipboard, as on a page without https, says that nothing was copied', async () => {
  const user = userEvent.setup();
  const withoutClipboard = new Proxy(navigator, {
    has: (target, name) => name !== 'clipboard' && name in target,
    get: (target, name) => (name === 'clipboard' ? undefined : Reflect.get(target, name)),
  });
  vi.stubGlobal('navigator', withoutClipboard);
  renderPlain(<CopyButton value="0B7C" valueName="reference" />);
  await user.click(screen.getByRole('button', { name: 'Copy reference' }));
  await screen.findByText("Couldn't copy");
});
