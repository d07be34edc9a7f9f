import { type Limit, LOGIN_LIMIT, LOGIN_STRANGERS_LIMIT } from '../config/limits.ts';
import { emailKey } from '../queries/users.ts';

/**
 * What a failed login counts against. A device that has logged in to the account before has an allowance of its
 * own; any other counts per client, and all of them together, so that guesses from many addresses end too.
 */
export function loginAllowances(
  email: string,
  knownDevice: string | undefined,
  clientAddress: string,
): [limit: Limit, who: string][] {
  const account = emailKey(email);
  if (knownDevice !== undefined) return [[LOGIN_LIMIT, `${account} device ${knownDevice}`]];
  return [
    [LOGIN_LIMIT, `${account} client ${clientAddress}`],
    [LOGIN_STRANGERS_LIMIT, account],
  ];
}
