import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useUser } from '../../src/stores/user.ts';
import { fakeApi } from '../support/fake-api.ts';
import { AOIFE, beginDraft, button, openWizard, resetDevice } from './wizard-harness.tsx';

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
