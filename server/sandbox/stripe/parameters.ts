import * as v from 'valibot';
import type { FormObject, FormValue } from './form-body.ts';
import { invalidParameter, missingParameter, unknownParameter } from './stripe-error.ts';
import { stripeTypes } from './stripe-types.ts';

/**
 * Rejects a parameter that the SDK does not have for this call, at any depth, as Stripe does.
 * @throws SandboxError 400
 */
export function rejectUnknownParameters(call: string, form: FormObject): void {
  const { calls, parameters } = stripeTypes();
  const check = (value: FormValue, type: string, path: string): void => {
    if (typeof value === 'string' || type === '*') return;
    const fields = new Map(Object.entries(parameters[type] ?? {}));
    for (const [key, field] of Object.entries(value)) {
      const at = nestedPath(path, key);
      const fieldType = type.startsWith('[]') ? type.slice(2) : fields.get(key);
      if (fieldType === undefined) throw unknownParameter(at);
      check(field, fieldType, at);
    }
  };
  check(form, calls[call] ?? '', '');
}

/** Returns the parameters that Stripe has and the sandbox does not read. */
export function findIgnoredParameters(schema: unknown, value: FormValue, path = ''): string[] {
  if (typeof value === 'string' || typeof schema !== 'object' || schema === null) return [];
  if ('wrapped' in schema) return findIgnoredParameters(schema.wrapped, value, path);
  const entries = 'entries' in schema ? new Map(Object.entries(schema.entries ?? {})) : undefined;
  if (entries === undefined && !('value' in schema)) return [];
  return Object.entries(value).flatMap(([key, field]) => {
    const at = nestedPath(path, key);
    if (entries === undefined && 'value' in schema) return findIgnoredParameters(schema.value, field, at);
    return entries?.has(key) ? findIgnoredParameters(entries.get(key), field, at) : [at];
  });
}

/** Stripe names a nested parameter as the form encoding does: `line_items[0][quantity]`. */
function nestedPath(path: string, key: string): string {
  return path === '' ? key : `${path}[${key}]`;
}

/** @throws SandboxError 400 that names the first missing or invalid parameter */
export function parseParameters<S extends v.GenericSchema>(schema: S, form: FormObject): v.InferOutput<S> {
  const result = v.safeParse(schema, form);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const path = (issue.path ?? []).map(({ key }) => String(key)).reduce(nestedPath, '');
  throw issue.input === undefined
    ? missingParameter(path)
    : invalidParameter(`Invalid parameter: ${path}`, path);
}
