import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { EMPTY_GUEST_DETAILS } from '../../src/domain/draft-defaults.ts';
import { useDrafts } from '../../src/stores/drafts.ts';
import { aPlace } from '../support/address-fixtures.ts';
import { beginDraft, button, currentDraft, openWizard, pickUpField, resetDevice } from './wizard-harness.tsx';

vi.mock('../../src/api/places.ts', async (original) => ({
  ...(await original<typeof import('../../src/api/places.ts')>()),
  searchPlaces: async () => ({ ok: true, value: [aPlace()] }),
}));

beforeEach(() => resetDevice());
// happy-dom has only the attribute.
Object.defineProperty(HTMLElement.prototype, 'enterKeyHint', {
  get(this: HTMLElement) {
    return this.getAttribute('enterkeyhint') ?? '';
  },
});

/** A key that an input method handles, as Chromium and Firefox report it. Safari reports only the code of the last one. */
const COMPOSING_KEYS = [{ isComposing: true, keyCode: 229 }, { keyCode: 229 }];

test('Enter that is held down in the contact details presses nothing (WIZ-49)', async () => {
  beginDraft();
  const { user } = await openWizard('summery');
  await user.click(button('Complete Without Account'));
  const email = await screen.findByLabelText(/Email/);
  expect(fireEvent.keyDown(email, { key: 'Enter' })).toBe(true);
  expect(fireEvent.keyDown(email, { key: 'Enter', repeat: true })).toBe(false);
});

describe('While an input method composes text, its keys', () => {
  test.each(COMPOSING_KEYS)('choose no suggestion and close no list (%o)', async (composing) => {
    const { user } = await openWizard();
    await user.type(pickUpField(), 'Graf');
    await screen.findByRole('option', { name: /Grafton Street/ });
    for (const key of ['ArrowDown', 'Enter', 'Escape'])
      fireEvent.keyDown(pickUpField(), { key, ...composing });
    expect(pickUpField().value).toBe('Graf');
    expect(pickUpField().getAttribute('aria-expanded')).toBe('true');
    expect(pickUpField().hasAttribute('aria-activedescendant')).toBe(false);
  });

  test.each(COMPOSING_KEYS)('do not move on to the next field (%o)', async (composing) => {
    const id = beginDraft();
    useDrafts.getState().setGuest(id, { ...EMPTY_GUEST_DETAILS, firstName: '愛' });
    const { user } = await openWizard('summery');
    await user.click(button('Complete Without Account'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Fill in your details' }));
    const firstName = dialog.getByLabelText(/First Name/);
    await waitFor(() => expect(document.activeElement).toBe(firstName));
    fireEvent.keyDown(firstName, { key: 'Enter', ...composing });
    expect(document.activeElement).toBe(firstName);
    fireEvent.keyDown(firstName, { key: 'Enter' });
    expect(document.activeElement).toBe(dialog.getByLabelText(/Last Name/));
    expect(currentDraft()?.guest.firstName).toBe('愛');
  });
});
