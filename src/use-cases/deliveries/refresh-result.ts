import type { Failure } from '../../api/failure.ts';

/** What a refresh came to. `failed`: could not check; `gone`: the server no longer has it. */
export type RefreshResult = 'changed' | 'same' | 'failed' | 'gone';

export function toRefreshResult(failure: Failure): RefreshResult {
  return failure.kind === 'http' && failure.status === 404 ? 'gone' : 'failed';
}

/** Whether two records from the server say the same. */
export function isSameRecord(before: unknown, after: unknown): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}
