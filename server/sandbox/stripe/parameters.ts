import { invalidParameter, missingParameter, SandboxError } from './context.ts';
import { stripeTypes } from './stripe-types.ts';

type FormValue = string | FormObject;
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

export type Parameters = { [name: string]: unknown };

/** Numbers are short enough for every column of the database. */
const NUMBER = /^-?\d{1,12}(\.\d{1,12})?$/;

/**
 * Returns the parameters of a call as the types of the SDK define them.
 * @throws SandboxError 400 for a parameter that is unknown, missing or of another type, at any depth
 */
export function parseParameters(call: string, form: FormObject): Parameters {
  return toFields(stripeTypes().calls[call] ?? '', form, '');
}

function toFields(type: string, form: FormObject, path: string): Parameters {
  const kinds = new Map(Object.entries(stripeTypes().parameters[type] ?? {}));
  const fields: Parameters = {};
  for (const [key, value] of Object.entries(form)) {
    const kind = kinds.get(key);
    if (kind === undefined) {
      const at = nestedPath(path, key);
      throw invalidParameter(`Received unknown parameter: ${at}`, at, 'parameter_unknown');
    }
    fields[key] = toValue(kind.replace('!', ''), value, nestedPath(path, key));
  }
  for (const [key, kind] of kinds) {
    if (kind.endsWith('!') && form[key] === undefined) throw missingParameter(nestedPath(path, key));
  }
  return fields;
}

function toValue(kind: string, value: FormValue, path: string): unknown {
  const [single = '', item] = kind.split('[]');
  const kinds = single.split('|');
  if (typeof value === 'string') {
    if (kinds.includes('number') && NUMBER.test(value)) return Number(value);
    if (kinds.includes('boolean') && /^(true|false)$/.test(value)) return value === 'true';
    if (kinds.includes('string')) return value;
  } else {
    // In the form encoding a list is an object with the keys 0, 1, 2.
    if (item !== undefined) {
      return Object.entries(value).map(([key, each]) => toValue(item, each, nestedPath(path, key)));
    }
    if (kinds.includes('*')) return value;
    const type = kinds.find((each) => stripeTypes().parameters[each] !== undefined);
    if (type !== undefined) return toFields(type, value, path);
  }
  throw invalidParameter(`Invalid parameter: ${path}`, path);
}

/** Stripe names a nested parameter as the form encoding does: `line_items[0][quantity]`. */
function nestedPath(path: string, key: string): string {
  return path === '' ? key : `${path}[${key}]`;
}

/** Returns the parameters, and a function that names those which nothing has read, at any depth. */
export function trackReads(parameters: Parameters): { tracked: Parameters; findUnread: () => string[] } {
  const unread = new Set<string>();
  const track = <T extends object>(object: T, path: string): T => {
    const children = new Map<PropertyKey, object>();
    for (const key of Object.keys(object)) unread.add(nestedPath(path, key));
    return new Proxy(object, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key);
        const at = nestedPath(path, String(key));
        unread.delete(at);
        if (typeof value !== 'object' || value === null) return value;
        const child = children.get(key) ?? track(value, at);
        children.set(key, child);
        return child;
      },
    });
  };
  return { tracked: track(parameters, ''), findUnread: () => [...unread] };
}

/** The named parameters as fields. Those left out stay as in `current`, and an empty text removes a value. */
export function keep(names: readonly string[], input: object, current: object = {}): Parameters {
  const given = names.filter((name) => Object.hasOwn(input, name));
  return Object.fromEntries(
    given.map((name) => {
      const value: unknown = Reflect.get(input, name);
      const kept = merge(Reflect.get(current, name), value);
      return [name, name === 'metadata' ? withoutEmpty(kept) : kept];
    }),
  );
}

function merge(current: unknown, given: unknown): unknown {
  if (given === '') return null;
  if (Array.isArray(given)) return given.map((item) => merge(undefined, item));
  if (typeof given !== 'object' || given === null) return given;
  const merged = new Map<string, unknown>(typeof current === 'object' ? Object.entries(current ?? {}) : []);
  for (const [key, value] of Object.entries(given)) merged.set(key, merge(merged.get(key), value));
  return Object.fromEntries(merged);
}

function withoutEmpty(metadata: unknown): object {
  return Object.fromEntries(Object.entries(metadata ?? {}).filter(([, value]) => value !== null));
}
