import * as v from 'valibot';
import { Prefill } from '../../domain/prefill.ts';

/** What the home page's address may say; whatever else it says is left out. */
export function readHomeSearch(search: Record<string, unknown>): Prefill {
  return v.parse(Prefill, search);
}
