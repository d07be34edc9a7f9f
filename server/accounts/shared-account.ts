import { DEMO_ACCOUNT } from '../../src/contract/constants.ts';
import type { Settings } from '../config/environment.ts';
import { ApiError } from '../http/api-error.ts';
import type { UserRow } from '../queries/users.ts';

/**
 * Everybody who tries out a public demonstration shares the demo account, so nobody may delete it or lock the others
 * out of it.
 * @throws ApiError 409 DEMO_ACCOUNT
 */
export function refuseSharedAccount(settings: Settings, user: Pick<UserRow, 'email'>): void {
  if (settings.isDemonstration && user.email === DEMO_ACCOUNT.email) throw new ApiError(409, 'DEMO_ACCOUNT');
}
