import * as v from 'valibot';

/** The first error message of each invalid field of a form, in the order of the schema. */
export function schemaErrors(schema: v.GenericSchema, values: unknown): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const issue of v.safeParse(schema, values).issues ?? []) {
    const field = String(issue.path?.[0]?.key ?? '');
    errors[field] ??= issue.message;
  }
  return errors;
}
