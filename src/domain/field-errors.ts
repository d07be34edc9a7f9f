import type { Problem } from '../contract/problem.ts';

/** The server's error messages about fields of a form, in the order of the fields. An alert shows everything else. */
export function problemErrors(
  { problem }: { kind: string; problem?: Problem | undefined },
  fields: readonly string[],
): Record<string, string> {
  const messages = new Map((problem?.errors ?? []).map(({ path, message }) => [path, message]));
  return fieldErrors(Object.fromEntries(fields.map((field) => [field, messages.get(field)])));
}

/** The messages of the fields that have one, in the order of the fields. */
export function fieldErrors(messages: Record<string, string | undefined>): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [field, message] of Object.entries(messages)) if (message !== undefined) errors[field] = message;
  return errors;
}
