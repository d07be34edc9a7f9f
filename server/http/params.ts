import type { ServerCode } from '../../src/contract/errors.ts';
import { ApiError } from './api-error.ts';

const MAX_ID = 2 ** 31 - 1;

/** Parses an id in the path. Text that cannot be an id is treated like an id that does not exist. */
export function parseIdParam(text: string, notFoundCode: ServerCode): number {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (id < 1 || id > MAX_ID) throw new ApiError(404, notFoundCode);
  return id;
}

export function parseGuidParam(text: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) throw new ApiError(404, 'ORDER_NOT_FOUND');
  return text.toLowerCase();
}

/** Returns the row, or throws ApiError 404 if there is none. */
export function requireFound<T>(row: T | undefined, notFoundCode: ServerCode): T {
  if (row === undefined) throw new ApiError(404, notFoundCode);
  return row;
}
