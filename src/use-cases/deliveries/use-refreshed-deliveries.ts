import { statusOf } from '../../domain/delivery-list.ts';
import { refreshIntervalMs } from '../../domain/refresh-interval.ts';
import { useApp } from '../../stores/app.ts';
import { useRefresh } from '../use-refresh.ts';
import { checkDeliveries } from './check-for-changes.ts';
import { useMyDeliveries } from './use-my-deliveries.ts';

/** The customer's deliveries, which are read again when the screen opens and while it is visible. */
export function useRefreshedDeliveries() {
  const deliveries = useMyDeliveries();
  const { list, listUpdatedAt } = deliveries;
  const tracking = useApp(({ config }) => config.tracking);
  const refreshState = useRefresh({
    check: checkDeliveries,
    intervalMs: refreshIntervalMs(list.map(statusOf), tracking),
    isCheckedOnMount: true,
  });
  const { outcome } = refreshState;
  return {
    ...deliveries,
    refreshState,
    /** Whether the device has no list yet. */
    isUnknown: listUpdatedAt === undefined && list.length === 0,
    failure: outcome?.kind === 'failed' ? outcome.failure : undefined,
  };
}
