import { call } from '../../api/client.ts';
import type { RefreshOutcome } from '../../domain/read-failure.ts';
import { useAddresses } from '../../stores/addresses.ts';
import { whileLoading } from '../../stores/loaders.ts';
import { currentAccount } from '../../stores/user.ts';
import { ABANDONED_READ, refreshRecord } from '../refresh-record.ts';

/** Loads the saved addresses of the account. A first load that fails counts as loaded, so that no one has to wait. */
export function loadAddresses(): Promise<RefreshOutcome> {
  return whileLoading('addresses', async () => {
    const account = currentAccount();
    if (account === undefined) return ABANDONED_READ;
    return refreshRecord({
      load: () => call('listAddresses', { isQuiet: true }),
      readStored: () => {
        const { list, updatedAt } = useAddresses.getState();
        return { value: list, updatedAt };
      },
      store: (list, updatedAt) => useAddresses.getState().replace(account, list, updatedAt),
      onFailure: () => {
        useAddresses.getState().finishLoading();
        return undefined;
      },
    });
  });
}
