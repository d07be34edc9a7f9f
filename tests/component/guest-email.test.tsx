import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { EMPTY_GUEST_DETAILS } from '../../src/domain/draft-defaults.ts';
import { GuestForm } from '../../src/features/request/SummaryStep.tsx';
import { renderPlain } from '../support/render.tsx';

async function submitWithEmail(email: string) {
  const onComplete = vi.fn();
  renderPlain(
    <GuestForm
      initialValues={{ ...EMPTY_GUEST_DETAILS, firstName: 'Niamh', lastName: 'Byrne' }}
      submit={{ isProcessing: false, error: undefined, stopWaiting: () => undefined }}
      onChange={() => undefined}
      onComplete={onComplete}
    />,
  );
  const user = userEvent.setup();
  if (email !== '') await user.type(await screen.findByLabelText(/Email/), email);
  await user.click(await screen.findByRole('button', { name: 'Complete' }));
  // Without an email address the form asks for one once. (WIZ-49)
  if (email === '') await user.click(await screen.findByRole('button', { name: 'Complete' }));
  return onComplete;
}

test.each([
  'not-an-email',
  'niamh@',
  'niamh@gmail',
  'niamh@example.ie, sean@example.ie',
  Array.from({ length: 12 }, (_, index) => `g${index}@a.ie`).join(','),
])(
  'the email address %j of a guest is not sent, and "Enter an email like name@example.com" is shown (VAL-07)',
  async (email) => {
    const onComplete = await submitWithEmail(email);
    expect(await screen.findByText('Enter an email like name@example.com')).toBeVisible();
    expect(screen.getByLabelText(/Email/).getAttribute('aria-invalid')).toBe('true');
    expect(onComplete).not.toHaveBeenCalled();
  },
);

test.each(['', 'niamh@example.ie', ' niamh.byrne+send@example.co.uk '])(
  'the email address %j of a guest is accepted (VAL-07)',
  async (email) => {
    const onComplete = await submitWithEmail(email);
    expect(onComplete).toHaveBeenCalledOnce();
    expect(screen.queryByText('Enter an email like name@example.com')).toBeNull();
  },
);
