import { type Prefill, parsePrefill } from '../../domain/prefill.ts';

/** Parses the query parameters that prefill the wizard and ignores all others. */
export function readHomeSearch(search: Record<string, unknown>): Prefill {
  return parsePrefill(search);
}
