import type { Config } from '../contract/config.ts';
import type { DisplayStatus } from '../contract/status.ts';
import { isFinal } from './display-status.ts';

/** How often to check what is shown by itself, in milliseconds; undefined once all of it is final. */
export function refreshIntervalMs(
  statuses: readonly DisplayStatus[],
  { refreshMs, refreshInTransitMs }: Config['tracking'],
): number | undefined {
  if (statuses.length > 0 && statuses.every(isFinal)) return undefined;
  return statuses.includes('inTransit') ? refreshInTransitMs : refreshMs;
}
