import * as v from 'valibot';
import { type Endpoint, forCustomers, forEveryone } from './endpoint.ts';
import { EmptyResponse, PasswordConfirmation, SessionToEnd, UserSession } from './user.ts';

/** The calls about the sessions of an account, as a part of the table in endpoints.ts. */
export const sessionEndpoints = {
  logOut: {
    ...forCustomers,
    method: 'POST',
    path: 'users/logout',
    response: EmptyResponse,
    summary: 'Log out: ends the session of this token',
  },
  endSessionById: {
    ...forEveryone,
    method: 'POST',
    path: 'users/sessions/end',
    body: SessionToEnd,
    response: EmptyResponse,
    summary:
      'End a session by its id, for a log-out that had no connection; unknown ids get the same response',
  },
  listSessions: {
    ...forCustomers,
    method: 'GET',
    path: 'users/sessions',
    response: v.array(UserSession),
    summary: 'Sessions of this account, the one used last first',
  },
  endSession: {
    ...forCustomers,
    method: 'POST',
    path: 'users/sessions/{id}/end',
    body: PasswordConfirmation,
    response: EmptyResponse,
    errors: [403],
    summary: 'End one session; needs the password',
  },
  endOtherSessions: {
    ...forCustomers,
    method: 'POST',
    path: 'users/sessions/end-others',
    body: PasswordConfirmation,
    response: EmptyResponse,
    errors: [403],
    summary: 'End all sessions but this one; needs the password',
  },
} as const satisfies Record<string, Endpoint>;
