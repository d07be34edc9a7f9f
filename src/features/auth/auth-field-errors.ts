import type { Failure } from '../../api/failure.ts';
import { type AuthField, type AuthView, fieldsOfView } from './auth-fields.ts';

/** Codes that speak of one field; their sentence is in the alert, so the field is only marked. */
const FIELD_OF_CODE: Record<string, AuthField> = {
  USER_NOT_FOUND: 'email',
  USER_ALREADY_EXISTS: 'email',
  INCORRECT_PASSWORD: 'password',
  VERIFICATION_CODE_NOT_FOUND: 'code',
  VERIFICATION_CODE_EXPIRED: 'code',
};

/** Which fields of the form a refused call speaks of: a sentence beside the field, or just its mark. */
export function authFieldErrors(view: AuthView, failure: Failure): Partial<Record<AuthField, string | true>> {
  if (failure.kind !== 'http') return {};
  const fields = fieldsOfView(view);
  const messages = new Map((failure.problem?.errors ?? []).map(({ path, message }) => [path, message]));
  const errors: Partial<Record<AuthField, string | true>> = {};
  for (const field of fields) {
    const message = messages.get(field);
    if (message !== undefined) errors[field] = message;
  }
  if (Object.keys(errors).length > 0) return errors;
  const field = FIELD_OF_CODE[failure.problem?.title ?? ''];
  return field !== undefined && fields.includes(field) ? { [field]: true } : {};
}
