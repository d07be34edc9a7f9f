import { AccountData } from './account-data.ts';
import { type Endpoint, forCustomers } from './endpoint.ts';
import { EmptyResponse, PasswordConfirmation } from './user.ts';

/** The calls about a whole account, as a part of the table in endpoints.ts. */
export const accountEndpoints = {
  exportAccount: {
    ...forCustomers,
    method: 'GET',
    path: 'users/export',
    response: AccountData,
    summary: 'Everything that the server stores about this account',
  },
  deleteAccount: {
    ...forCustomers,
    method: 'POST',
    path: 'users/delete',
    body: PasswordConfirmation,
    response: EmptyResponse,
    errors: [403, 409],
    summary: 'Delete the account; not allowed while a paid delivery is under way',
  },
} as const satisfies Record<string, Endpoint>;
