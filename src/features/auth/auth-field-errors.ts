import type { Failure } from '../../api/failure.ts';
import { errorMessage } from '../../contract/errors.ts';
import { problemErrors } from '../../domain/field-errors.ts';
import { type AuthField, type AuthView, fieldsOfView } from './auth-fields.ts';

/** The field that each error code is about. */
const FIELD_OF_CODE: Record<string, AuthField> = {
  USER_NOT_FOUND: 'email',
  USER_ALREADY_EXISTS: 'email',
  INCORRECT_PASSWORD: 'password',
  VERIFICATION_CODE_NOT_FOUND: 'code',
  VERIFICATION_CODE_EXPIRED: 'code',
};

/** The fields that a failed request is about, each with its message. An alert shows a failure that is about none. */
export function authFieldErrors(view: AuthView, failure: Failure): Partial<Record<AuthField, string>> {
  if (failure.kind !== 'http') return {};
  const fields = fieldsOfView(view);
  const errors = problemErrors(failure, fields);
  if (Object.keys(errors).length > 0) return errors;
  const field = FIELD_OF_CODE[failure.problem?.title ?? ''];
  return field !== undefined && fields.includes(field)
    ? { [field]: errorMessage(failure.status, failure.body) }
    : {};
}
