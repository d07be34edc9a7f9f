import { listAddresses } from '../../api/addresses.ts';
import { useAddresses } from '../../stores/addresses.ts';
import { whileLoading } from '../../stores/loaders.ts';
import { currentAccount } from '../../stores/user.ts';
import { type RefreshResult, refreshRecord } from '../refresh-record.ts';

/** Loads the saved addresses of the account. A first load that fails counts as loaded, so that nobody has to wait. */
export function loadAddresses(): Promise<RefreshResult> {
  return whileLoading('addresses', async () => {
    const account = currentAccount();
    if (account === undefined) return 'failed';
    return refreshRecord({
      load: listAddresses,
      readStored: () => {
        const { list, updatedAt } = useAddresses.getState();
        return { value: list, updatedAt };
      },
      store: (list, updatedAt) => useAddresses.getState().replace(account, list, updatedAt),
      onFailure: () => {
        useAddresses.getState().finishLoading();
        return 'failed';
      },
    });
  });
}
