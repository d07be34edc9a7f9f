import { listAddresses } from '../../api/addresses.ts';
import { useAddresses } from '../../stores/addresses.ts';
import { whileLoading } from '../../stores/loaders.ts';
import { accountOf, useUser } from '../../stores/user.ts';
import { isSameRecord, type RefreshResult } from '../deliveries/refresh-result.ts';

/** Loads the saved addresses of whoever is signed in. A first load that fails counts as loaded: carry on without. */
export function loadAddresses(): Promise<RefreshResult> {
  return whileLoading('addresses', async () => {
    const account = accountOf(useUser.getState().user);
    if (account === undefined) return 'failed';
    const result = await listAddresses();
    if (accountOf(useUser.getState().user) !== account) return 'failed';
    const { list, replace, finishLoading, updatedAt } = useAddresses.getState();
    if (!result.ok) {
      finishLoading();
      return 'failed';
    }
    if (result.cachedAt !== undefined) {
      if ((updatedAt ?? 0) < result.cachedAt) replace(account, result.value, result.cachedAt);
      return 'failed';
    }
    const isSame = isSameRecord(list, result.value);
    replace(account, result.value, Date.now());
    return isSame ? 'same' : 'changed';
  });
}
