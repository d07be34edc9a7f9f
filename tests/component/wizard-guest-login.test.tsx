import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useDialogs } from '../../src/stores/dialogs.ts';
import { useUser } from '../../src/stores/user.ts';
import { fakeApi } from '../support/fake-api.ts';
import { AOIFE, beginDraft, button, logIn, openWizard, resetDevice } from './wizard-harness.tsx';

const submitDeliveryRequest = vi.hoisted(() =>
  vi.fn(async (..._parameters: unknown[]) => ({ kind: 'queued' })),
);
vi.mock('../../src/use-cases/deliveries/submit-delivery-request.ts', () => ({ submitDeliveryRequest }));

test('a request takes the contact details of an account that logs in just before the press (ENT-05)', async () => {
  resetDevice();
  fakeApi({});
  beginDraft();
  const { user } = await openWizard('summery');
  await user.click(button('Complete Without Account'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Fill in your details' }));
  await user.type(dialog.getByLabelText(/First Name/), 'Niamh');
  await user.type(dialog.getByLabelText(/Last Name/), 'Byrne');
  await user.type(dialog.getByLabelText(/Phone/), '0871234567');
  const complete = dialog.getByRole('button', { name: 'Complete' });
  // The press follows before React has closed the dialog.
  act(() => {
    useUser.setState({ user: AOIFE });
    complete.click();
  });
  const contact = { firstName: 'Aoife', lastName: 'Brennan', email: AOIFE.email, phone: AOIFE.phoneNumber };
  await waitFor(() => expect(submitDeliveryRequest).toHaveBeenCalled());
  expect(submitDeliveryRequest.mock.calls[0]?.[1]).toMatchObject({ body: contact });
});

describe('A submit whose session has ended', () => {
  beforeEach(() => {
    resetDevice();
    logIn();
    beginDraft();
  });

  test('says so on the summary of its own request, and not on that of the next one (SES-05, WIZ-28)', async () => {
    submitDeliveryRequest.mockResolvedValue({ kind: 'needsLogin' });
    const { user, router } = await openWizard('summery');
    await user.click(button('Complete Request'));
    expect((await screen.findByRole('alert')).textContent).toMatch(/Log in again to send this request/);
    const draft = beginDraft();
    await act(() => router.navigate({ to: '/', state: { step: 'summery', draft } } as never));
    expect(button('Complete Request')).toBeVisible();
    expect(screen.queryByText(/Log in again to send this request/)).toBeNull();
  });

  test('asks no other account, which has logged in meanwhile, to log in (SES-05)', async () => {
    let respond = (_: { kind: string }): void => undefined;
    submitDeliveryRequest.mockReturnValue(
      new Promise((resolve) => {
        respond = resolve;
      }),
    );
    const { user } = await openWizard('summery');
    await user.click(button('Complete Request'));
    act(() => useUser.setState({ user: { ...AOIFE, email: 'brian@example.ie' } }));
    await act(async () => respond({ kind: 'needsLogin' }));
    await waitFor(() => expect(screen.queryByText('Processing...')).toBeNull());
    expect(useDialogs.getState().authMode).toBeNull();
  });
});
