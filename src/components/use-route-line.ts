import type { DisplayStatus } from '../contract/status.ts';
import { isFinal } from '../domain/display-status.ts';
import { isRecordStale } from '../domain/format.ts';
import { ROUTE_LINES } from '../domain/status-styles.ts';
import { useNow } from '../ui/use-now.ts';

/**
 * What the route line of a delivery shows.
 * @param updatedAt when the server last confirmed the data; a delivery that has ended is never stale
 */
export function useRouteLine(status: DisplayStatus, updatedAt: number | undefined) {
  const now = useNow();
  const isStale =
    !isFinal(status) && updatedAt !== undefined && now !== undefined && isRecordStale(updatedAt, now);
  return { ...ROUTE_LINES[status], texture: isStale ? 'stale' : 'confirmed' } as const;
}
