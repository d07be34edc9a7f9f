import * as v from 'valibot';
import type { Problem } from '../contract/errors.ts';

/** The first error message of each invalid field of a form, in the order of the schema. */
export function schemaErrors(schema: v.GenericSchema, values: unknown): Record<string, string> {
  const parsed = v.safeParse(schema, values);
  const errors: Record<string, string> = {};
  for (const issue of parsed.issues ?? []) {
    const field = String(issue.path?.[0]?.key ?? '');
    errors[field] ??= issue.message;
  }
  return errors;
}

/** The server's error messages about single fields of a form. An alert shows everything else. */
export function problemErrors(
  { problem }: { kind: string; problem?: Problem | undefined },
  fields: readonly string[],
): Record<string, string> {
  const errors = (problem?.errors ?? []).filter(({ path }) => fields.includes(path));
  return Object.fromEntries(errors.map(({ path, message }) => [path, message]));
}
