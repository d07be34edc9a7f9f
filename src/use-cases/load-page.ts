import type { Query } from '../api/call.ts';
import { call } from '../api/client.ts';
import type { ResponseBody } from '../contract/endpoints.ts';
import { LIST_PAGE_SIZE } from '../domain/limits.ts';

/**
 * Requests one page of a list and stores it. Returns where the page after it begins (undefined after the last one), or
 * false if the page could not be loaded.
 */
export async function loadPage<V extends 'listDeliveryRequests' | 'listAddresses' | 'listPayments'>(
  list: V,
  query: Query,
  store: (rows: ResponseBody<V>, updatedAt: number) => void,
): Promise<string | undefined | false> {
  const search = query.search || undefined;
  const result = await call(list, { query: { limit: LIST_PAGE_SIZE, ...query, search }, isQuiet: true });
  if (!result.ok) return false;
  store(result.value, result.cachedAt ?? Date.now());
  return result.next;
}
