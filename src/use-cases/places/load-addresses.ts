import { call } from '../../api/client.ts';
import { LIST_PAGE_SIZE } from '../../domain/limits.ts';
import type { RefreshOutcome } from '../../domain/read-failure.ts';
import { useAddresses } from '../../stores/addresses.ts';
import { whileLoading } from '../../stores/loaders.ts';
import { currentAccount } from '../../stores/user.ts';
import { ABANDONED_READ, loadPage, refreshRecord } from '../refresh-record.ts';

/**
 * Loads the saved addresses of the account: all of them, or the first page if there are more. A first load that fails
 * counts as loaded, so that no one has to wait.
 */
export function loadAddresses(): Promise<RefreshOutcome> {
  return whileLoading('addresses', async () => {
    const account = currentAccount();
    if (account === undefined) return ABANDONED_READ;
    return refreshRecord({
      load: () => call('listAddresses', { query: { limit: LIST_PAGE_SIZE }, isQuiet: true }),
      readStored: () => {
        const { list, updatedAt } = useAddresses.getState();
        return { value: list, updatedAt };
      },
      store: (list, updatedAt, _, next) => useAddresses.getState().replace(account, list, updatedAt, next),
      onFailure: () => {
        useAddresses.getState().finishLoading();
        return undefined;
      },
    });
  });
}

/** Requests the addresses after `after` that contain `search`, and stores them; see `loadPage`. */
export function loadAddressPage(page: {
  after: string;
  search: string;
}): Promise<string | undefined | false> {
  const account = currentAccount();
  return loadPage('listAddresses', page, (list) => useAddresses.getState().addPage(account, list));
}
