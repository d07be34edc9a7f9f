import { SandboxError } from './stripe-error.ts';

export type FormValue = string | FormObject;
export type FormObject = { [key: string]: FormValue };

const MAX_DEPTH = 6;
const MAX_FIELDS = 500;

/**
 * Parses the form encoding of Stripe: `line_items[0][price_data][currency]=eur` becomes nested objects. Lists stay
 * objects with the keys 0, 1, 2. It throws a 400 if the input is too deep or too long.
 */
export function parseForm(encoded: string): FormObject {
  const root = emptyObject();
  const fields = [...new URLSearchParams(encoded)];
  for (const [name, value] of fields) {
    const keys = name.split('[').map((part) => part.replace(/\]$/, ''));
    const hasTooMany = keys.length > MAX_DEPTH || fields.length > MAX_FIELDS;
    if (hasTooMany || (name + value).includes('\u0000')) {
      const message = hasTooMany ? 'Too many parameters' : 'Invalid characters';
      throw new SandboxError(400, { type: 'invalid_request_error', message });
    }
    setPath(root, keys, value);
  }
  return root;
}

function setPath(target: FormObject, keys: string[], value: string): void {
  let at = target;
  for (const key of keys.slice(0, -1)) {
    const known = at[key];
    const next = typeof known === 'object' ? known : emptyObject();
    at[key] = next;
    at = next;
  }
  const last = keys.at(-1) ?? '';
  // The form `list[]=a&list[]=b` contains no index.
  at[last === '' ? String(Object.keys(at).length) : last] = value;
}

/** The object has no prototype, so that a field named `__proto__` is only a field. */
function emptyObject(): FormObject {
  return Object.create(null);
}
