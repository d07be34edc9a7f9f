import type { Failure } from '../../api/failure.ts';

/** What the server said of single fields of this form; its alert tells the rest. */
export function fieldErrors(failure: Failure, fields: readonly string[]): Record<string, string> {
  if (failure.kind !== 'http') return {};
  const errors = (failure.problem?.errors ?? []).filter(({ path }) => fields.includes(path));
  return Object.fromEntries(errors.map(({ path, message }) => [path, message]));
}
