import type { Problem } from '../contract/problem.ts';

/** The server's error messages about fields of a form, in the order of the fields. An alert shows everything else. */
export function problemErrors(
  { problem }: { kind: string; problem?: Problem | undefined },
  fields: readonly string[],
): Record<string, string> {
  const messages = new Map((problem?.errors ?? []).map(({ path, message }) => [path, message]));
  const errors: Record<string, string> = {};
  for (const field of fields) {
    const message = messages.get(field);
    if (message !== undefined) errors[field] = message;
  }
  return errors;
}
