import * as v from 'valibot';
import type { ServerCode } from '../../src/contract/errors.ts';
import { TRACKING_NUMBER } from '../../src/contract/tracking-number.ts';
import { ApiError, invalidFieldError } from './api-error.ts';

const MAX_BODY_BYTES = 256 * 1024;
const MAX_JSON_DEPTH = 20;
/** How many invalid fields one response names. */
const MAX_FIELDS = 50;
const MAX_ID = 2 ** 31 - 1;

/**
 * Parses the body of a request as JSON: at most 256 kB, UTF-8, without deep nesting and without text or numbers that
 * cannot be stored. Error messages never contain the input.
 * @throws ApiError 400, 413 or 415
 */
export async function readJsonBody(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== 'application/json' && !type.endsWith('+json')) {
    throw new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE');
  }
  return parseCheckedJson(await readTextBody(request));
}

/** The same for a call whose body is optional: an empty body counts as an empty object. */
export async function readOptionalJsonBody(request: Request): Promise<unknown> {
  const text = await readTextBody(request);
  return text.trim() === '' ? {} : parseCheckedJson(text);
}

function parseCheckedJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ApiError(400, 'VALIDATION_EXCEPTION', { detail: 'The body is not valid JSON.' });
  }
  checkValue(value, '', 0);
  return value;
}

/**
 * The body of an HTML form, read with the same limits: one value per field, the last one wins.
 * @throws ApiError 400, 413 or 415
 */
export async function readForm(request: Request): Promise<Map<string, string>> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') throw new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE');
  const fields = new Map(new URLSearchParams(await readTextBody(request)));
  for (const [name, value] of fields) {
    checkText(name, '');
    checkText(value, '');
  }
  return fields;
}

/** Reads a body of at most 256 kB as text; it must be valid UTF-8. */
export async function readTextBody(request: Request): Promise<string> {
  const bytes = await readBytes(request);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ApiError(400, 'VALIDATION_EXCEPTION', { detail: 'The body is not valid UTF-8.' });
  }
}

async function readBytes(request: Request): Promise<Uint8Array> {
  // A small compressed body may be a large text.
  if (request.headers.has('content-encoding')) {
    throw new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', { detail: 'The body must not be compressed.' });
  }
  const length = request.headers.get('content-length');
  if (Number(length ?? 0) > MAX_BODY_BYTES) throw payloadTooLarge();
  try {
    return await readLimitedBytes(request, length);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    // The client has closed the connection, which is no failure of the server or of its database.
    throw new ApiError(400, 'VALIDATION_EXCEPTION', { detail: 'The body is not complete.' });
  }
}

async function readLimitedBytes(request: Request, length: string | null): Promise<Uint8Array> {
  // Node.js ends a body at its stated length. Reading it at once saves the stream, which takes longer than the rest.
  if (length !== null && !request.headers.has('transfer-encoding')) {
    const bytes = new Uint8Array(await request.arrayBuffer());
    if (bytes.byteLength > MAX_BODY_BYTES) throw payloadTooLarge();
    return bytes;
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body ?? []) {
    size += part.byteLength;
    if (size > MAX_BODY_BYTES) throw payloadTooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function payloadTooLarge(): ApiError {
  return new ApiError(413, 'PAYLOAD_TOO_LARGE');
}

function checkValue(value: unknown, path: string, depth: number): void {
  if (depth > MAX_JSON_DEPTH) throw invalidFieldError('', 'The body is nested too deeply');
  if (typeof value === 'string') {
    checkText(value, path);
  } else if (typeof value === 'number' && !Number.isFinite(value)) {
    // JSON allows numbers (1e400) that exceed the range of a double.
    throw invalidFieldError(path, 'This number is too large');
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => {
      checkValue(item, joinPath(path, String(index)), depth + 1);
    });
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      if (key === '__proto__') throw invalidFieldError(path, 'A field name is not allowed');
      checkText(key, path);
      checkValue(item, /^\w{1,40}$/.test(key) ? joinPath(path, key) : path, depth + 1);
    }
  }
}

function checkText(text: string, path: string): void {
  if (text.includes('\u0000') || !text.isWellFormed()) {
    throw invalidFieldError(path, 'This text contains characters that cannot be stored');
  }
}

function joinPath(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

/** Parses an id in the path. Text that cannot be an id is treated like an id that does not exist. */
export function parseIdParam(text: string, notFoundCode: ServerCode): number {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (id < 1 || id > MAX_ID) throw new ApiError(404, notFoundCode);
  return id;
}

export function parseGuidParam(text: string): string {
  if (!TRACKING_NUMBER.test(text)) throw new ApiError(404, 'ORDER_NOT_FOUND');
  return text.toLowerCase();
}

/** Returns the row, or throws ApiError 404 if there is none. */
export function requireFound<T>(row: T | undefined, notFoundCode: ServerCode): T {
  if (row === undefined) throw new ApiError(404, notFoundCode);
  return row;
}

/** Returns the first row that fits, or throws ApiError 404 if there is none. */
export function requireOne<T>(rows: readonly T[], fits: (row: T) => boolean, notFoundCode: ServerCode): T {
  return requireFound(rows.find(fits), notFoundCode);
}

/**
 * Validates a body against its schema.
 * @throws ApiError 400 VALIDATION_EXCEPTION with a path and a message per field, which never contains the input
 */
export function validate<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  throw new ApiError(400, 'VALIDATION_EXCEPTION', {
    fields: parsed.issues
      .slice(0, MAX_FIELDS)
      .map((issue) => ({ path: v.getDotPath(issue) ?? '', message: issueMessage(issue) })),
  });
}

/** Replaces valibot's default messages, which contain the input ("received …"). Our own messages never do. */
function issueMessage({ type, expected, message }: v.BaseIssue<unknown>): string {
  // The message of a strict object is about unknown fields, but a missing one has it too.
  const isMissing = type === 'strict_object' && expected?.startsWith('"');
  if (!isMissing && !/received/i.test(message)) return message;
  if (type === 'integer') return 'Must be a whole number';
  return expected === null ? 'This value is not allowed' : `Must be ${describeExpected(expected)}`;
}

function describeExpected(expected: string): string {
  const names: Record<string, string> = {
    string: 'text',
    number: 'a number',
    boolean: 'true or false',
    Object: 'an object',
    Array: 'a list',
  };
  const limit = expected.replace('<=', 'at most ').replace('>=', 'at least ');
  return names[expected] ?? limit.replace(/^"\w+"$/, 'given');
}
