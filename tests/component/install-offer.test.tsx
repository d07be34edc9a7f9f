import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { InstallOffer } from '../../src/features/install/InstallOffer.tsx';
import { useInstallEvent } from '../../src/stores/install.ts';
import { renderPlain } from '../support/render.tsx';

const HEADING = 'Keep Send on this device';
const prompt = vi.fn(async () => undefined);

beforeEach(() => {
  localStorage.clear();
  useInstallEvent.setState({ event: undefined });
});
afterEach(() => vi.restoreAllMocks());

test('nothing is offered where the app cannot be installed (INS-22)', () => {
  renderPlain(<InstallOffer />);
  expect(screen.queryByText(HEADING)).toBeNull();
});

test('the browser installs the app on request (INS-22)', async () => {
  useInstallEvent.setState({ event: Object.assign(new Event('beforeinstallprompt'), { prompt }) });
  renderPlain(<InstallOffer />);
  await userEvent.click(screen.getByRole('button', { name: 'Install Send' }));
  expect(prompt).toHaveBeenCalledTimes(1);
  expect(screen.queryByText(HEADING)).toBeNull();
});

test('an iPhone shows the steps, and Not now is remembered (INS-22)', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
  );
  const { unmount } = renderPlain(<InstallOffer />);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Tap Share in the toolbar of your browser.',
    'Choose Add to Home Screen.',
    'Tap Add.',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Not now' }));
  expect(screen.queryByText(HEADING)).toBeNull();
  unmount();
  renderPlain(<InstallOffer />);
  expect(screen.queryByText(HEADING)).toBeNull();
});
