import * as v from 'valibot';
import { NAME_MAX_LENGTH } from '../contract/constants.ts';
import { OptionalEmail, requiredText, text } from '../contract/text.ts';
import type { GuestDetails } from './draft.ts';
import { schemaErrors } from './schema-errors.ts';

/** The first and last name are required. The phone number is optional and not validated. */
const GuestForm = v.object({
  firstName: requiredText(NAME_MAX_LENGTH, 'First name is required'),
  lastName: requiredText(NAME_MAX_LENGTH, 'Last name is required'),
  email: OptionalEmail,
  phone: text(NAME_MAX_LENGTH),
});

/** The error message of each invalid field of the dialog, in the order of the fields. */
export function validateGuestDetails(guest: GuestDetails): Record<string, string> {
  return schemaErrors(GuestForm, guest);
}
