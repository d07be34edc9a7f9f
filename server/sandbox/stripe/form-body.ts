import { SandboxError } from './stripe-error.ts';

export type FormValue = string | FormObject;
export type FormObject = { [key: string]: FormValue };

const MAX_DEPTH = 6;
const MAX_FIELDS = 500;

/**
 * Parses the form encoding of Stripe: `line_items[0][price_data][currency]=eur` becomes nested objects. Lists stay
 * objects with the keys 0, 1, 2 (see `listOf`). It throws a 400 if the input is too deep or too long.
 */
export function parseForm(encoded: string): FormObject {
  const root = emptyObject();
  let fields = 0;
  for (const [name, value] of new URLSearchParams(encoded)) {
    fields += 1;
    if ((name + value).includes('\u0000')) {
      throw new SandboxError(400, { type: 'invalid_request_error', message: 'Invalid characters' });
    }
    const keys = name.split('[').map((part) => part.replace(/\]$/, ''));
    if (keys.length > MAX_DEPTH || fields > MAX_FIELDS) {
      throw new SandboxError(400, { type: 'invalid_request_error', message: 'Too many parameters' });
    }
    setPath(root, keys, value);
  }
  return root;
}

/** Returns the items of a list parameter: `expand[0]=a&expand[1]=b`, or `expand[]=a`. */
export function toList(value: FormValue | undefined): FormValue[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : Object.values(value);
}

function setPath(target: FormObject, keys: string[], value: string): void {
  let at = target;
  for (const key of keys.slice(0, -1)) {
    const next = at[key];
    if (typeof next === 'object') {
      at = next;
    } else {
      const made = emptyObject();
      at[key] = made;
      at = made;
    }
  }
  const last = keys.at(-1) ?? '';
  // The form `list[]=a&list[]=b` contains no index.
  at[last === '' ? String(Object.keys(at).length) : last] = value;
}

/** The object has no prototype, so that a field named `__proto__` is only a field. */
function emptyObject(): FormObject {
  return Object.create(null);
}
