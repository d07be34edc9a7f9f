import { hashPassword, verifyPassword } from '../accounts/passwords.ts';
import { LOGIN_LIMIT, REGISTRATION_LIMIT, TOKEN_RENEW_AFTER_MS } from '../config/limits.ts';
import { ApiError } from '../http/api-error.ts';
import type { Handlers } from '../http/endpoints.ts';
import type { HandlerDependencies } from '../http/handler-dependencies.ts';
import { emailKey, findUserByEmail, insertUser, updatePassword, updateUserName } from '../queries/users.ts';
import { presentUser } from './presenters.ts';

type UserVerbs = 'registerUser' | 'login' | 'getUser' | 'changePassword' | 'editUser';

export function userHandlers({
  db,
  clock,
  sessions,
  limiter,
}: HandlerDependencies): Pick<Handlers, UserVerbs> {
  return {
    async registerUser({ body, clientAddress }) {
      await limiter.consume(REGISTRATION_LIMIT, clientAddress);
      const { password, ...person } = body;
      const passwordHash = await hashPassword(password);
      const user = await insertUser(db, { ...person, passwordHash, created: clock.now() });
      if (user === undefined) throw new ApiError(409, 'USER_ALREADY_EXISTS');
      return { ...presentUser(user), jwtToken: await sessions.issue(user) };
    },

    async login({ body }) {
      const who = emailKey(body.email);
      await limiter.consume(LOGIN_LIMIT, who);
      const user = await findUserByEmail(db, body.email);
      if (user === undefined) throw new ApiError(401, 'USER_NOT_FOUND');
      if (!(await verifyPassword(body.password, user.passwordHash))) {
        throw new ApiError(401, 'INCORRECT_PASSWORD');
      }
      await limiter.restore(LOGIN_LIMIT, who);
      return { ...presentUser(user), jwtToken: await sessions.issue(user) };
    },

    async getUser({ session: { user, issued } }) {
      const isOld = clock.now().getTime() - issued.getTime() > TOKEN_RENEW_AFTER_MS;
      return { ...presentUser(user), ...(isOld ? { jwtToken: await sessions.issue(user) } : {}) };
    },

    async changePassword({ body, session: { user } }) {
      const who = `change ${user.id}`;
      await limiter.consume(LOGIN_LIMIT, who);
      if (!(await verifyPassword(body.oldPassword, user.passwordHash)))
        throw new ApiError(403, 'UNAUTHORIZED');
      await limiter.restore(LOGIN_LIMIT, who);
      const hash = await hashPassword(body.newPassword);
      // Of two changes at once the second was made with a session that the first has ended.
      const changed = await updatePassword(db, user.id, hash, user.tokenVersion);
      if (changed === undefined) throw new ApiError(401, 'UNAUTHORIZED');
      return { jwtToken: await sessions.issue(changed) };
    },

    async editUser({ body, session: { user } }) {
      const changed = await updateUserName(db, user.id, body.name);
      if (changed === undefined) throw new ApiError(401, 'UNAUTHORIZED');
      return presentUser(changed);
    },
  };
}
