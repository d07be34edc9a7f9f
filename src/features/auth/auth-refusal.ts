import type { Failure } from '../../api/failure.ts';
import { type AuthField, type AuthView, fieldsOf } from './auth-fields.ts';

/** Codes that speak of one field; their sentence is in the alert, so the field is only marked. */
const FIELD_OF_CODE: Record<string, AuthField> = {
  USER_NOT_FOUND: 'email',
  USER_ALREADY_EXISTS: 'email',
  INCORRECT_PASSWORD: 'password',
  VERIFICATION_CODE_NOT_FOUND: 'code',
  VERIFICATION_CODE_EXPIRED: 'code',
};

/** Which fields of the form a refused call speaks of: a sentence beside the field, or just its mark. */
export function faultsOfRefusal(view: AuthView, failure: Failure): Partial<Record<AuthField, string | true>> {
  if (failure.kind !== 'http') return {};
  const fields = fieldsOf(view);
  const said = new Map((failure.problem?.errors ?? []).map(({ path, message }) => [path, message]));
  const faults: Partial<Record<AuthField, string | true>> = {};
  for (const field of fields) {
    const sentence = said.get(field);
    if (sentence !== undefined) faults[field] = sentence;
  }
  if (Object.keys(faults).length > 0) return faults;
  const field = FIELD_OF_CODE[failure.problem?.title ?? ''];
  return field !== undefined && fields.includes(field) ? { [field]: true } : {};
}
