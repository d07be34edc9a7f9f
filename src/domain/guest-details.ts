import * as v from 'valibot';
import { NAME_MAX_LENGTH } from '../contract/constants.ts';
import { requiredText, text } from '../contract/text.ts';
import type { GuestDetails } from './draft.ts';

/** First and last name are required; e-mail and phone number have no rule. */
const GuestForm = v.object({
  firstName: requiredText(NAME_MAX_LENGTH, 'First name is required'),
  lastName: requiredText(NAME_MAX_LENGTH, 'Last name is required'),
  email: text(NAME_MAX_LENGTH),
  phone: text(NAME_MAX_LENGTH),
});

/** The sentence for each field of the dialog that is not right, in the order of the fields. */
export function validateGuestDetails(guest: GuestDetails): Partial<Record<keyof GuestDetails, string>> {
  const parsed = v.safeParse(GuestForm, guest);
  if (parsed.success) return {};
  const { nested = {} } = v.flatten<typeof GuestForm>(parsed.issues);
  return Object.fromEntries(Object.entries(nested).map(([field, sentences]) => [field, sentences?.[0]]));
}
