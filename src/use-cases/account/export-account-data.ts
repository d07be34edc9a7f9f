import { call, userWaitSignal } from '../../api/client.ts';
import type { AccountData } from '../../contract/account-data.ts';
import { requestForAccount } from '../refresh-record.ts';

/** Everything that the server stores about the account. Undefined if the call failed or the user cancelled it. */
export async function exportAccountData(): Promise<AccountData | undefined> {
  const result = await requestForAccount(() => call('exportAccount', { signal: userWaitSignal() }));
  return result?.ok ? result.value : undefined;
}
