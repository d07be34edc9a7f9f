import { call } from '../../api/client.ts';
import { LIST_PAGE_SIZE } from '../../domain/limits.ts';
import { useAddresses } from '../../stores/addresses.ts';
import { whileLoading } from '../../stores/loaders.ts';
import { currentAccount } from '../../stores/user.ts';
import { ABANDONED_READ, type RefreshResult, refreshRecord, requestForAccount } from '../refresh-record.ts';

/**
 * Loads the saved addresses of the account: all of them, or the first page if there are more. A first load that fails
 * counts as loaded, so that no one has to wait.
 */
export function loadAddresses(): Promise<RefreshResult> {
  return whileLoading('addresses', async () => {
    const account = currentAccount();
    if (account === undefined) return ABANDONED_READ;
    let page: { length: number; next: string } | undefined;
    return refreshRecord({
      load: async () => {
        const result = await call('listAddresses', { query: { limit: LIST_PAGE_SIZE }, isQuiet: true });
        if (result.ok && result.next !== undefined) page = { length: result.value.length, next: result.next };
        return result;
      },
      readStored: () => {
        const { list, updatedAt } = useAddresses.getState();
        // A page is compared with as many of the stored addresses, which begin with the first page.
        return { value: page ? list.slice(0, page.length) : list, updatedAt };
      },
      store: (list, updatedAt) => useAddresses.getState().replace(account, list, updatedAt, page?.next),
      onFailure: () => {
        useAddresses.getState().finishLoading();
        return undefined;
      },
    });
  });
}

/**
 * Requests the addresses after `after` that contain `search`, and stores them. Returns where the next page begins
 * (undefined after the last one), or false if the page could not be loaded.
 */
export async function loadAddressPage(page: {
  after: string;
  search: string;
}): Promise<string | undefined | false> {
  const account = currentAccount();
  if (account === undefined) return false;
  const result = await requestForAccount(() =>
    call('listAddresses', {
      query: { limit: LIST_PAGE_SIZE, ...page, search: page.search || undefined },
      isQuiet: true,
    }),
  );
  if (!result?.ok) return false;
  useAddresses.getState().addPage(account, result.value);
  return result.next;
}
