import { auditAccount } from '../accounts/account-dependencies.ts';
import { confirmPassword } from '../accounts/check-password.ts';
import type { Handlers } from '../endpoints/customer-endpoints.ts';
import type { HandlerDependencies } from '../endpoints/handler-dependencies.ts';
import { listedSessionId, presentSession } from '../endpoints/presenters.ts';
import { requireFound } from '../http/params.ts';
import type { AuditEvent } from '../queries/audit.ts';
import { deleteSession, deleteSessionById, deleteSessions, listSessions } from '../queries/sessions.ts';

type SessionEndpointName = 'logOut' | 'endSessionById' | 'listSessions' | 'endSession' | 'endOtherSessions';

export function sessionHandlers(dependencies: HandlerDependencies): Pick<Handlers, SessionEndpointName> {
  const { db, limiter } = dependencies;
  const audit = (event: AuditEvent, userId: number, source: string) =>
    auditAccount(dependencies, db, event, { userId, source });

  return {
    async logOut({ session, clientAddress }) {
      await deleteSession(db, session.user.id, session.id);
      await audit('loggedOut', session.user.id, clientAddress);
      return {};
    },
    async endSessionById({ body, clientAddress }) {
      const userId = await deleteSessionById(db, body.sessionId);
      if (userId !== undefined) await audit('loggedOut', userId, clientAddress);
      return {};
    },
    async listSessions({ session }) {
      return (await listSessions(db, session.user.id)).map((row) => presentSession(row, session.id));
    },
    async endSession({ session, params, body, turn, clientAddress }) {
      await confirmPassword(limiter, session, body.password, turn);
      const listed = await listSessions(db, session.user.id);
      const row = requireFound(
        listed.find(({ id }) => listedSessionId(id) === params.id),
        'NOT_FOUND',
      );
      await deleteSession(db, session.user.id, row.id);
      await audit('sessionEnded', session.user.id, clientAddress);
      return {};
    },
    async endOtherSessions({ session, body, turn, clientAddress }) {
      await confirmPassword(limiter, session, body.password, turn);
      await deleteSessions(db, session.user.id, session.id);
      await audit('otherSessionsEnded', session.user.id, clientAddress);
      return {};
    },
  };
}
