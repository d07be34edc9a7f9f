import { type Failure, isPermanent } from '../../api/client.ts';
import { currentAccount } from '../../stores/user.ts';

/**
 * Reads the account again after a change of it has failed: the server may have made it, and only its response was lost.
 * @returns whether the server has ended this session
 */
export async function refreshAfterFailure(failure: Failure): Promise<boolean> {
  if (isPermanent(failure) || failure.kind === 'unauthorized') return false;
  // The forms do not wait for this code. It has loaded now, because it is in one file with the code that sends calls.
  const { refreshUser } = await import('../session/session.ts');
  await refreshUser();
  return currentAccount() === undefined;
}
