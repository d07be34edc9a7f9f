import { ApiError } from '../http/api-error.ts';
import type { Handlers } from '../http/endpoints.ts';
import type { HandlerDependencies } from '../http/handler-dependencies.ts';
import { type AuditEvent, insertAudit } from '../queries/audit.ts';
import { deleteSession, deleteSessionById, deleteSessions, listSessions } from '../queries/sessions.ts';
import { presentSession } from './presenters.ts';

type SessionEndpointName = 'logOut' | 'endSessionById' | 'listSessions' | 'endSession' | 'endOtherSessions';

export function sessionHandlers({ db, clock }: HandlerDependencies): Pick<Handlers, SessionEndpointName> {
  const audit = (event: AuditEvent, userId: number) =>
    insertAudit(db, { event, time: clock.now(), actor: `user ${userId}`, subject: `user ${userId}` });

  return {
    async logOut({ session }) {
      await deleteSession(db, session.user.id, session.id);
      await audit('loggedOut', session.user.id);
      return {};
    },
    async endSessionById({ body }) {
      const userId = await deleteSessionById(db, body.sessionId);
      if (userId !== undefined) await audit('loggedOut', userId);
      return {};
    },
    async listSessions({ session }) {
      return (await listSessions(db, session.user.id)).map((row) => presentSession(row, session.id));
    },
    async endSession({ session, params }) {
      const isEnded = await deleteSession(db, session.user.id, params.id);
      if (!isEnded) throw new ApiError(404, 'NOT_FOUND');
      await audit('sessionEnded', session.user.id);
      return {};
    },
    async endOtherSessions({ session }) {
      await deleteSessions(db, session.user.id, session.id);
      await audit('otherSessionsEnded', session.user.id);
      return {};
    },
  };
}
