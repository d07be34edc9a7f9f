import { listAddresses } from '../api/addresses.ts';
import { useAddresses } from '../stores/addresses.ts';
import { whileLoading } from '../stores/loaders.ts';
import { accountOf, useUser } from '../stores/user.ts';
import { isSameRecord, type Refresh } from './refresh.ts';

/** Loads the saved addresses of whoever is signed in. A first load that fails counts as loaded: carry on without. */
export function loadAddresses(): Promise<Refresh> {
  return whileLoading('addresses', async () => {
    const account = accountOf(useUser.getState().user);
    if (account === undefined) return 'failed';
    const answer = await listAddresses();
    if (accountOf(useUser.getState().user) !== account) return 'failed';
    const { list, replace, giveUpLoading, updatedAt } = useAddresses.getState();
    if (!answer.ok) {
      giveUpLoading();
      return 'failed';
    }
    if (answer.keptAt !== undefined) {
      if ((updatedAt ?? 0) < answer.keptAt) replace(account, answer.value, answer.keptAt);
      return 'failed';
    }
    const isSame = isSameRecord(list, answer.value);
    replace(account, answer.value, Date.now());
    return isSame ? 'same' : 'changed';
  });
}
