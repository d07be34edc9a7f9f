import { enqueueAccountMail, enqueueConfirmation } from '../accounts/account-mails.ts';
import { checkLogin, confirmPassword } from '../accounts/check-password.ts';
import { rejectGuessablePassword } from '../accounts/guessable-password.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { refuseSharedAccount } from '../accounts/shared-account.ts';
import { serviceName } from '../config/business.ts';
import { TOKEN_RENEW_AFTER_MS } from '../config/limits.ts';
import type { Db } from '../db/database.ts';
import type { Handlers } from '../endpoints/customer-endpoints.ts';
import type { HandlerDependencies } from '../endpoints/handler-dependencies.ts';
import { presentUser } from '../endpoints/presenters.ts';
import { ApiError } from '../http/api-error.ts';
import { type AuditEvent, insertAudit } from '../queries/audit.ts';
import { isKnownDevice, saveDevice } from '../queries/devices.ts';
import { movePushSubscriptions } from '../queries/push.ts';
import { deleteSessions } from '../queries/sessions.ts';
import {
  findUserByEmail,
  insertUser,
  replaceHash,
  setMailUpdates,
  updatePassword,
  updateProfile,
} from '../queries/users.ts';

type UserEndpoints =
  | 'registerUser'
  | 'login'
  | 'getUser'
  | 'changePassword'
  | 'editUser'
  | 'setMailUpdates'
  | 'sendConfirmation';

/** An id without an account. With it, an unknown e-mail address leads to the same queries as a known one. */
const NOBODY = 0;

export function userHandlers(dependencies: HandlerDependencies): Pick<Handlers, UserEndpoints> {
  const { db, clock, payments, sessions, limiter, settings, secret } = dependencies;
  const { publicUrl, business } = settings;
  const service = serviceName(business);
  const mailOptions = (device: string) => ({ publicUrl, service, device });
  /** The actor of a failed login is unknown; its subject is the account, if there is one. */
  const audit = (tx: Db, event: AuditEvent, source: string, userId: number | undefined) => {
    const account = userId === undefined ? 'no account' : `user ${userId}`;
    const actor = event === 'loginFailed' ? 'nobody' : account;
    return insertAudit(tx, { event, time: clock.now(), actor, source, subject: account });
  };

  return {
    async registerUser({ body, clientAddress, device, turn }) {
      const { password, ...person } = body;
      rejectGuessablePassword(password, 'password');
      const passwordHash = await hashPassword(password, { ...turn, isKnown: false });
      return db.transaction(async (tx) => {
        const user = await insertUser(tx, { ...person, passwordHash, created: clock.now() });
        if (user === undefined) throw new ApiError(409, 'USER_ALREADY_EXISTS');
        await saveDevice(tx, user.id, device.remember(), clock.now());
        await audit(tx, 'registered', clientAddress, user.id);
        await enqueueConfirmation(tx, user, { publicUrl, service, secret });
        return { ...presentUser(user), ...(await sessions.start(tx, user, device.name())) };
      });
    },

    async login({ body, clientAddress, device, turn }) {
      const user = await findUserByEmail(db, body.email);
      const isKnown = await isKnownDevice(db, user?.id ?? NOBODY, device.hash());
      const { email, password } = body;
      const source = { email, knownDevice: isKnown ? device.hash() : undefined, clientAddress };
      const { isRight, newHash } = await checkLogin(limiter, source, { user, password, turn });
      if (!isRight) await audit(db, 'loginFailed', clientAddress, user?.id);
      if (user === undefined) throw new ApiError(401, 'USER_NOT_FOUND');
      if (!isRight) throw new ApiError(401, 'INCORRECT_PASSWORD');
      return db.transaction(async (tx) => {
        await audit(tx, 'login', clientAddress, user.id);
        if (!isKnown) await enqueueAccountMail(tx, user, 'newDevice', mailOptions(device.name()));
        await saveDevice(tx, user.id, device.remember(), clock.now());
        if (newHash !== undefined) await replaceHash(tx, user, newHash);
        return { ...presentUser(user), ...(await sessions.start(tx, user, device.name())) };
      });
    },

    async getUser({ session }) {
      const { user, issued, id: sessionId } = session;
      const isOld = clock.now().getTime() - issued.getTime() > TOKEN_RENEW_AFTER_MS;
      return {
        ...presentUser(user),
        sessionId,
        ...(isOld ? { jwtToken: await sessions.renew(session) } : {}),
      };
    },

    async changePassword({ body, clientAddress, device, turn, session: current }) {
      const { user } = current;
      rejectGuessablePassword(body.newPassword, 'newPassword');
      refuseSharedAccount(settings, user);
      await confirmPassword(limiter, current, body.oldPassword, turn);
      const hash = await hashPassword(body.newPassword, { ...turn, isKnown: true });
      // Of two concurrent changes, the first has ended the session of the second.
      return db.transaction(async (tx) => {
        const changed = await updatePassword(tx, user.id, hash, user.tokenVersion);
        if (changed === undefined) throw new ApiError(401, 'UNAUTHORIZED');
        const session = await sessions.start(tx, changed, device.name());
        await movePushSubscriptions(tx, current.id, session.sessionId);
        await deleteSessions(tx, user.id, session.sessionId);
        await audit(tx, 'passwordChanged', clientAddress, user.id);
        await enqueueAccountMail(tx, user, 'passwordChanged', mailOptions(device.name()));
        return session;
      });
    },

    async editUser({ body, session: { user } }) {
      const changed = await db.transaction(async (tx) => {
        await payments.updateCustomer(tx, user.id);
        return updateProfile(tx, user.id, body);
      });
      if (changed === undefined) throw new ApiError(401, 'UNAUTHORIZED');
      return presentUser(changed);
    },

    async sendConfirmation({ session: { user } }) {
      if (user.emailConfirmed === null) await enqueueConfirmation(db, user, { publicUrl, service, secret });
      return {};
    },

    async setMailUpdates({ body, session: { user } }) {
      const changed = await setMailUpdates(db, user.id, body.isEnabled);
      if (changed === undefined) throw new ApiError(401, 'UNAUTHORIZED');
      return presentUser(changed);
    },
  };
}
