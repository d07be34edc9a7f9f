import type { Config } from '../contract/config.ts';
import type { DisplayStatus } from '../contract/status.ts';
import { isFinal } from './display-status.ts';

/** The interval of the automatic refresh in milliseconds; undefined once every delivery shown has ended. */
export function refreshIntervalMs(
  statuses: readonly DisplayStatus[],
  { refreshMs, refreshInTransitMs }: Config['tracking'],
): number | undefined {
  if (statuses.length > 0 && statuses.every(isFinal)) return undefined;
  return statuses.includes('inTransit') ? refreshInTransitMs : refreshMs;
}
