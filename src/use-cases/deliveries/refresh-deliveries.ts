import { call, hasStatus, type Query } from '../../api/client.ts';
import { LIST_PAGE_SIZE } from '../../domain/limits.ts';
import type { RefreshOutcome } from '../../domain/read-failure.ts';
import { useDelivery } from '../../stores/delivery.ts';
import { whileLoading } from '../../stores/loaders.ts';
import { currentAccount } from '../../stores/user.ts';
import { ABANDONED_READ, loadPage, refreshRecord } from '../refresh-record.ts';

/**
 * Requests the newest deliveries, which are all of them if the server returns no more than one page. A server without
 * pages ignores the parameters. It shows no alert on failure, because the screen shows the outcome.
 */
export function refreshDeliveries(): Promise<RefreshOutcome> {
  return whileLoading('deliveries', async () => {
    const account = currentAccount();
    if (account === undefined) return ABANDONED_READ;
    const { updatedAt: before } = useDelivery.getState();
    const startedAt = Date.now();
    return refreshRecord({
      load: () => call('listDeliveryRequests', { query: { limit: LIST_PAGE_SIZE }, isQuiet: true }),
      readStored: () => {
        const { list, listUpdatedAt } = useDelivery.getState();
        return { value: list, updatedAt: listUpdatedAt };
      },
      store: (list, updatedAt, requestedAt, next) => {
        // What the service worker has cached may also lack changes that were made before this call.
        const isCached = updatedAt < startedAt;
        const isNewer = (id: number, at: number) => at > requestedAt && (isCached || at !== before[id]);
        useDelivery.getState().replace(account, list, updatedAt, isNewer, next);
      },
    });
  });
}

/** Requests a page of the list, as `query` selects it, and stores it; see `loadPage`. */
export function loadDeliveryPage(query: Query): Promise<string | undefined | false> {
  const account = currentAccount();
  return loadPage('listDeliveryRequests', query, (list, updatedAt) =>
    useDelivery.getState().addPage(account, list, updatedAt),
  );
}

/**
 * Requests the customer's delivery with this tracking number or reference and stores it. Returns whether the server
 * responded. An API that knows only `search` finds it too; one that knows neither returns its first page.
 */
export async function loadDeliveryByNumber(number: string): Promise<boolean> {
  return (await loadDeliveryPage({ number, search: number })) !== false;
}

/** Requests one delivery, without an alert on failure. `notFound` also removes it from the store. */
export function refreshDelivery(id: number): Promise<RefreshOutcome> {
  return whileLoading(`delivery-${id}`, async () => {
    const account = currentAccount();
    if (account === undefined) return ABANDONED_READ;
    return refreshRecord({
      load: () => call('getDeliveryRequest', { params: { id }, isQuiet: true }),
      readStored: () => {
        const { list, updatedAt } = useDelivery.getState();
        return { value: list.find((delivery) => delivery.id === id), updatedAt: updatedAt[id] };
      },
      store: (delivery, updatedAt) => useDelivery.getState().upsert(account, delivery, updatedAt),
      onFailure: (failure) => {
        if (!hasStatus(failure, 404)) return undefined;
        useDelivery.getState().remove(id);
        return { kind: 'notFound' };
      },
    });
  });
}
