import { notifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AlertStack } from '../../src/app/alerts/AlertStack.tsx';
import { showAlert, useAlerts } from '../../src/stores/alerts.ts';
import { alertTitles } from '../support/account-fixtures.ts';
import { renderPlain } from '../support/render.tsx';

beforeEach(() => {
  useAlerts.getState().reset();
  notifications.clean();
});

afterEach(() => void vi.useRealTimers());

const show = (...alert: Parameters<typeof showAlert>) => act(() => showAlert(...alert));

describe('The alert stack', () => {
  test('announces errors assertively and everything else politely', async () => {
    renderPlain(<AlertStack />);
    show('error', 'Something went wrong');
    show('success', 'Delivery saved', 'Saved. We will send it when you are online.');
    expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong');
    const status = screen.getByRole('status');
    expect(status.textContent).toContain('Delivery saved');
    expect(status.textContent).toContain('We will send it when you are online.');
  });

  test('closes one alert by its labeled button', async () => {
    renderPlain(<AlertStack />);
    show('info', 'Live chat is not available yet');
    show('warn', 'Look here');
    await userEvent.click(
      await screen.findByRole('button', { name: 'Close: Live chat is not available yet' }),
    );
    await waitFor(() => expect(screen.queryByText('Live chat is not available yet')).toBeNull());
    expect(screen.getByText('Look here')).toBeVisible();
    expect(alertTitles()).toEqual(['Look here']);
  });

  test('removes an alert when its time is over', async () => {
    renderPlain(<AlertStack />);
    act(() => useAlerts.getState().show({ type: 'info', title: 'Short', duration: 100 }));
    expect(await screen.findByText('Short')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Short')).toBeNull());
  });

  test('removes an alert after 4 s and an error after 8 s (NUM-02)', async () => {
    vi.useFakeTimers();
    renderPlain(<AlertStack />);
    show('success', 'Delivery saved');
    show('error', 'Something went wrong');
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    await pass(3900);
    expect(alertTitles()).toEqual(['Delivery saved', 'Something went wrong']);
    await pass(200);
    expect(alertTitles()).toEqual(['Something went wrong']);
    await pass(3800);
    expect(alertTitles()).toEqual(['Something went wrong']);
    await pass(200);
    expect(alertTitles()).toEqual([]);
  });

  test('keeps an alert while it is hovered or has focus', async () => {
    renderPlain(<AlertStack />);
    act(() => useAlerts.getState().show({ type: 'info', title: 'Read me', duration: 300 }));
    const alert = await screen.findByRole('status');
    await userEvent.hover(alert);
    act(() => useAlerts.getState().show({ type: 'info', title: 'Passing', duration: 350 }));
    expect(await screen.findByText('Passing')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Passing')).toBeNull());
    expect(screen.getByText('Read me')).toBeVisible();

    act(() => within(alert).getByRole('button').focus());
    await userEvent.unhover(alert);
    expect(screen.getByText('Read me')).toBeVisible();
    act(() => within(alert).getByRole('button').blur());
    await waitFor(() => expect(screen.queryByText('Read me')).toBeNull());
  });
});
