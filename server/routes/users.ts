import { changePassword, logIn, register, sendConfirmation } from '../accounts/log-in.ts';
import { recoverPassword, sendCode } from '../accounts/password-recovery.ts';
import { TOKEN_RENEW_AFTER_MS } from '../config/limits.ts';
import type { Handlers } from '../endpoints/customer-endpoints.ts';
import type { HandlerDependencies } from '../endpoints/handler-dependencies.ts';
import { presentUser } from '../endpoints/presenters.ts';
import { ApiError } from '../http/api-error.ts';
import { setMailUpdates, updateProfile } from '../queries/users.ts';

type UserEndpoints =
  | 'registerUser'
  | 'login'
  | 'sendEmailCode'
  | 'recoverPassword'
  | 'getUser'
  | 'changePassword'
  | 'editUser'
  | 'setMailUpdates'
  | 'sendConfirmation';

export function userHandlers(dependencies: HandlerDependencies): Pick<Handlers, UserEndpoints> {
  const { db, clock, payments, sessions } = dependencies;
  return {
    async registerUser({ body, ...client }) {
      const { user, session } = await register(dependencies, body, client);
      return { ...presentUser(user), ...session };
    },
    async login({ body, ...client }) {
      const { user, session } = await logIn(dependencies, body, client);
      return { ...presentUser(user), ...session };
    },
    async sendEmailCode({ body, device }) {
      await sendCode(dependencies, body.email, device);
      return {};
    },
    async recoverPassword({ body, ...client }) {
      await recoverPassword(dependencies, body, client);
      return {};
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
    changePassword: ({ body, session, ...client }) => changePassword(dependencies, session, body, client),
    async editUser({ body, session: { user } }) {
      const changed = await db.transaction(async (tx) => {
        await payments.updateCustomer(tx, user.id);
        return updateProfile(tx, user.id, body);
      });
      if (changed === undefined) throw new ApiError(401, 'UNAUTHORIZED');
      return presentUser(changed);
    },
    async sendConfirmation({ session: { user } }) {
      await sendConfirmation(dependencies, user);
      return {};
    },
    async setMailUpdates({ body, session: { user } }) {
      const changed = await setMailUpdates(db, user.id, body.isEnabled);
      if (changed === undefined) throw new ApiError(401, 'UNAUTHORIZED');
      return presentUser(changed);
    },
  };
}
