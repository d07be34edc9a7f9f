import * as v from 'valibot';
import type { Endpoint } from './endpoint.ts';
import { EmptyResponse, PasswordConfirmation, SessionToEnd, UserSession } from './user.ts';

/** The calls about the sessions of an account, as a part of the table in endpoints.ts. */
export const sessionEndpoints = {
  logOut: {
    method: 'POST',
    path: 'users/logout',
    base: 'api',
    auth: true,
    response: EmptyResponse,
    status: 200,
    summary: 'Log out: ends the session of this token',
  },
  endSessionById: {
    method: 'POST',
    path: 'users/sessions/end',
    base: 'api',
    auth: false,
    body: SessionToEnd,
    response: EmptyResponse,
    status: 200,
    summary:
      'End a session by its id, for a log-out that had no connection; unknown ids get the same response',
  },
  listSessions: {
    method: 'GET',
    path: 'users/sessions',
    base: 'api',
    auth: true,
    response: v.array(UserSession),
    status: 200,
    summary: 'Sessions of this account, the one used last first',
  },
  endSession: {
    method: 'POST',
    path: 'users/sessions/{id}/end',
    base: 'api',
    auth: true,
    body: PasswordConfirmation,
    response: EmptyResponse,
    status: 200,
    errors: [403],
    summary: 'End one session; needs the password',
  },
  endOtherSessions: {
    method: 'POST',
    path: 'users/sessions/end-others',
    base: 'api',
    auth: true,
    body: PasswordConfirmation,
    response: EmptyResponse,
    status: 200,
    errors: [403],
    summary: 'End all sessions but this one; needs the password',
  },
} as const satisfies Record<string, Endpoint>;
