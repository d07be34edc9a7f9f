import type { AccountData } from '../../src/contract/account-data.ts';
import { auditAccount } from '../accounts/account-dependencies.ts';
import { changePassword, deleteAccount, logIn, register, sendConfirmation } from '../accounts/accounts.ts';
import { confirmPassword } from '../accounts/check-password.ts';
import { recoverPassword, sendCode } from '../accounts/password-recovery.ts';
import { listedSessionId, presentAddress, presentSession, presentUser } from '../endpoints/presenters.ts';
import type { HandlerDependencies, Handlers } from '../endpoints/server-endpoint.ts';
import { ApiError } from '../http/api-error.ts';
import { requireOne } from '../http/read-request.ts';
import { StreamedJson } from '../http/streamed-json.ts';
import { listAddresses } from '../queries/addresses.ts';
import { type AuditEvent, listAuditOf } from '../queries/audit.ts';
import { listSentEmailsOfUser } from '../queries/emails.ts';
import { allPages } from '../queries/pagination.ts';
import { listPushOfUser } from '../queries/push.ts';
import { deleteSession, deleteSessions, listDeviceUses, listSessions } from '../queries/sessions.ts';
import { type UserRow, updateUser } from '../queries/users.ts';
import { readDeliveryPage } from './delivery-requests.ts';

/** `GET users` returns a new token if the current one is older than a day. */
const TOKEN_RENEW_AFTER_MS = 24 * 3600_000;

export function accountHandlers(dependencies: HandlerDependencies) {
  const { db, clock, limiter, payments, sessions } = dependencies;
  const audit = (event: AuditEvent, userId: number, source: string) =>
    auditAccount(dependencies, db, event, { userId, source });

  return {
    async registerUser({ body, ...client }) {
      const { user, session } = await register(dependencies, body, client);
      return { ...presentUser(user), ...session };
    },
    async login({ body, ...client }) {
      const { user, session } = await logIn(dependencies, body, client);
      return { ...presentUser(user), ...session };
    },
    sendEmailCode: ({ body, device }) => sendCode(dependencies, body.email, device),
    recoverPassword: ({ body, ...client }) => recoverPassword(dependencies, body, client),
    async getUser({ session }) {
      const { user, issued, id: sessionId } = session;
      const isOld = clock.now().getTime() - issued.getTime() > TOKEN_RENEW_AFTER_MS;
      return {
        ...presentUser(user),
        sessionId,
        ...(isOld ? { jwtToken: await sessions.renew(session) } : {}),
      };
    },
    changePassword: ({ body, session, ...client }) => changePassword(dependencies, session, body, client),
    async editUser({ body, session: { user } }) {
      const changed = await db.transaction(async (tx) => {
        await payments.updateCustomer(tx, user.id);
        return updateUser(tx, user.id, { name: body.name, vatNumber: body.vatNumber });
      });
      return presentChangedUser(changed);
    },
    sendConfirmation: ({ session: { user } }) => sendConfirmation(dependencies, user),
    async setMailUpdates({ body, session: { user } }) {
      return presentChangedUser(await updateUser(db, user.id, { hasMailUpdates: body.isEnabled }));
    },
    async logOut({ session, clientAddress }) {
      await deleteSession(db, session.id);
      await audit('loggedOut', session.user.id, clientAddress);
    },
    async endSessionById({ body, clientAddress }) {
      const userId = await deleteSession(db, body.sessionId);
      if (userId !== undefined) await audit('loggedOut', userId, clientAddress);
    },
    async listSessions({ session }) {
      return (await listSessions(db, session.user.id)).map((row) => presentSession(row, session.id));
    },
    async endSession({ session, params, body, turn, clientAddress }) {
      await confirmPassword(limiter, session, body.password, turn);
      const listed = await listSessions(db, session.user.id);
      const row = requireOne(listed, ({ id }) => listedSessionId(id) === params.id, 'NOT_FOUND');
      await deleteSession(db, row.id);
      await audit('sessionEnded', session.user.id, clientAddress);
    },
    async endOtherSessions({ session, body, turn, clientAddress }) {
      await confirmPassword(limiter, session, body.password, turn);
      await deleteSessions(db, session.user.id, session.id);
      await audit('otherSessionsEnded', session.user.id, clientAddress);
    },
    async exportAccount({ clientAddress, session: { user, id: sessionId } }) {
      const cards = await payments.listMethods(user.id);
      await audit('accountExported', user.id, clientAddress);
      return new StreamedJson<AccountData>({
        exported: clock.now(),
        account: { ...presentUser(user), created: user.created },
        addresses: (await listAddresses(db, user.id)).map(presentAddress),
        deliveries: allPages((request) =>
          readDeliveryPage(db, user.id, { ...request, filter: 'all', number: undefined }),
        ),
        cards,
        payments: allPages((request) =>
          payments.listPaymentPage(user.id, { ...request, from: undefined, to: undefined }),
        ),
        sessions: (await listSessions(db, user.id)).map((row) => presentSession(row, sessionId)),
        devices: await listDeviceUses(db, user.id),
        notifications: (await listPushOfUser(db, user.id)).map(
          ({ created, endpoint, deliveryRequestId }) => ({
            created,
            about: deliveryRequestId === null ? 'all deliveries' : `delivery ${deliveryRequestId}`,
            pushService: new URL(endpoint).host,
          }),
        ),
        emails: (await listSentEmailsOfUser(db, user.id)).map(({ sent, subjectId, event }) => ({
          sent,
          about: event === null ? 'refund' : `delivery ${subjectId}: ${event}`,
        })),
        securityLog: (await listAuditOf(db, `user ${user.id}`)).map(({ time, event, source }) => ({
          time,
          event,
          source,
        })),
      });
    },
    deleteAccount: ({ body, session, ...client }) =>
      deleteAccount(dependencies, session, body.password, client),
  } satisfies Partial<Handlers>;
}

/** An account that was deleted meanwhile has no session any more. */
function presentChangedUser(changed: UserRow | undefined) {
  if (changed === undefined) throw new ApiError(401, 'UNAUTHORIZED');
  return presentUser(changed);
}
