import { call } from '../../api/client.ts';
import type { ListFilter } from '../../contract/list-filter.ts';
import { LIST_PAGE_SIZE } from '../../domain/limits.ts';
import { useDelivery } from '../../stores/delivery.ts';
import { whileLoading } from '../../stores/loaders.ts';
import { currentAccount } from '../../stores/user.ts';
import {
  ABANDONED_READ,
  isNotFound,
  type RefreshResult,
  refreshRecord,
  requestForAccount,
} from '../refresh-record.ts';

/**
 * Requests the newest deliveries, which are all of them if the server returns no more than one page. A server without
 * pages ignores the parameters. It shows no alert on failure, because the screen shows the outcome.
 */
export function refreshDeliveries(): Promise<RefreshResult> {
  return whileLoading('deliveries', async () => {
    const account = currentAccount();
    if (account === undefined) return ABANDONED_READ;
    const { updatedAt: before } = useDelivery.getState();
    let page: { length: number; next: string } | undefined;
    return refreshRecord({
      load: async () => {
        const result = await call('listDeliveryRequests', {
          query: { limit: LIST_PAGE_SIZE },
          isQuiet: true,
        });
        if (result.ok && result.next !== undefined) page = { length: result.value.length, next: result.next };
        return result;
      },
      readStored: () => {
        const { list, listUpdatedAt } = useDelivery.getState();
        // A page is compared with as many of the stored deliveries, which begin with the newest page.
        return { value: page ? list.slice(0, page.length) : list, updatedAt: listUpdatedAt };
      },
      store: (list, updatedAt, requestedAt) =>
        useDelivery
          .getState()
          .replace(account, list, updatedAt, (id, at) => at !== before[id] && at > requestedAt, page?.next),
    });
  });
}

/**
 * Requests the next page of the list and stores it. Returns where the page after it begins (undefined after the last
 * one), or false if the page could not be loaded.
 */
export async function loadDeliveryPage(page: {
  after: string;
  filter: ListFilter;
  search: string;
}): Promise<string | undefined | false> {
  const account = currentAccount();
  if (account === undefined) return false;
  const result = await requestForAccount(() =>
    call('listDeliveryRequests', {
      query: { limit: LIST_PAGE_SIZE, ...page, search: page.search || undefined },
      isQuiet: true,
    }),
  );
  if (!result?.ok) return false;
  useDelivery.getState().addPage(account, result.value, result.cachedAt ?? Date.now());
  return result.next;
}

/**
 * Requests the customer's delivery with this tracking number or reference and stores it. Returns whether the server
 * responded. An API that knows only `search` finds it too; one that knows neither returns its first page.
 */
export async function loadDeliveryByNumber(number: string): Promise<boolean> {
  const account = currentAccount();
  if (account === undefined) return false;
  const result = await requestForAccount(() =>
    call('listDeliveryRequests', {
      query: { limit: LIST_PAGE_SIZE, number, search: number },
      isQuiet: true,
    }),
  );
  if (!result?.ok) return false;
  useDelivery.getState().addPage(account, result.value, result.cachedAt ?? Date.now());
  return true;
}

/** Requests one delivery, without an alert on failure. `notFound` also removes it from the store. */
export function refreshDelivery(id: number): Promise<RefreshResult> {
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
        if (!isNotFound(failure)) return undefined;
        useDelivery.getState().remove(id);
        return { kind: 'notFound' };
      },
    });
  });
}
