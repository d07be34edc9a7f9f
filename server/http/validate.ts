import * as v from 'valibot';
import { ApiError, type FieldError } from './api-error.ts';

const MAX_FIELDS = 50;

/**
 * Validates a body against its schema.
 * @throws ApiError 400 VALIDATION_EXCEPTION with a path and a message per field, which never contains the input
 */
export function validate<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  throw new ApiError(400, 'VALIDATION_EXCEPTION', {
    fields: parsed.issues.slice(0, MAX_FIELDS).map(toFieldError),
  });
}

function toFieldError(issue: v.BaseIssue<unknown>): FieldError {
  return { path: v.getDotPath(issue) ?? '', message: issueMessage(issue) };
}

/** Replaces valibot's default messages, which contain the input ("received …"). Our own messages never do. */
function issueMessage(issue: v.BaseIssue<unknown>): string {
  if (!issue.message.includes('received')) return issue.message;
  return issue.expected === null
    ? 'This value is not allowed'
    : `Must be ${describeExpected(issue.expected)}`;
}

function describeExpected(expected: string): string {
  const names: Record<string, string> = {
    string: 'text',
    number: 'a number',
    boolean: 'true or false',
    Object: 'an object',
    Array: 'a list',
  };
  const known = names[expected];
  if (known !== undefined) return known;
  return /^"\w+"$/.test(expected) ? 'given' : expected;
}
