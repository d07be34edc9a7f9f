import { AccountData } from './account-data.ts';
import type { Endpoint } from './endpoint.ts';
import { EmptyResponse, PasswordConfirmation } from './user.ts';

/** The calls about a whole account, as a part of the table in endpoints.ts. */
export const accountEndpoints = {
  exportAccount: {
    method: 'GET',
    path: 'users/export',
    base: 'api',
    auth: true,
    response: AccountData,
    status: 200,
    summary: 'Everything that the server stores about this account',
  },
  deleteAccount: {
    method: 'POST',
    path: 'users/delete',
    base: 'api',
    auth: true,
    body: PasswordConfirmation,
    response: EmptyResponse,
    status: 200,
    errors: [403, 409],
    summary: 'Delete the account; refused while a paid delivery is under way',
  },
} as const satisfies Record<string, Endpoint>;
