import type { AccountData } from '../../src/contract/account-data.ts';
import { auditAccount } from '../accounts/account-dependencies.ts';
import { deleteAccount } from '../accounts/delete-account.ts';
import type { Handlers } from '../endpoints/customer-endpoints.ts';
import type { HandlerDependencies } from '../endpoints/handler-dependencies.ts';
import { presentAddress, presentSession } from '../endpoints/presenters.ts';
import { allPages } from '../http/pagination.ts';
import { streamed } from '../http/streamed-json.ts';
import { listAddresses } from '../queries/addresses.ts';
import { listAuditOf } from '../queries/audit.ts';
import { listDeviceUses } from '../queries/devices.ts';
import { listPushOfUser } from '../queries/push.ts';
import { listSessions } from '../queries/sessions.ts';
import { readDeliveryPage } from './delivery-requests.ts';

export function accountHandlers(
  dependencies: HandlerDependencies,
): Pick<Handlers, 'exportAccount' | 'deleteAccount'> {
  const { db, clock, payments } = dependencies;
  return {
    async exportAccount({ clientAddress, session: { user, id: sessionId } }) {
      const account = `user ${user.id}`;
      const cards = await payments.listMethods(user.id);
      await auditAccount(dependencies, db, 'accountExported', { userId: user.id, source: clientAddress });
      return streamed<AccountData>({
        exported: clock.now().toISOString(),
        account: {
          name: user.name,
          email: user.email,
          phoneNumber: user.phoneNumber,
          vatNumber: user.vatNumber,
          created: user.created.toISOString(),
        },
        addresses: (await listAddresses(db, user.id)).map(presentAddress),
        deliveries: allPages((request) =>
          readDeliveryPage(db, user.id, { ...request, filter: 'all', number: undefined }),
        ),
        cards,
        payments: allPages((request) =>
          payments.listPaymentPage(user.id, { ...request, from: undefined, to: undefined }),
        ),
        sessions: (await listSessions(db, user.id)).map((row) => presentSession(row, sessionId)),
        devices: (await listDeviceUses(db, user.id)).map((lastUsed) => ({
          lastUsed: lastUsed.toISOString(),
        })),
        notifications: (await listPushOfUser(db, user.id)).map(
          ({ created, endpoint, deliveryRequestId }) => ({
            created: created.toISOString(),
            about: deliveryRequestId === null ? 'all deliveries' : `delivery ${deliveryRequestId}`,
            pushService: new URL(endpoint).host,
          }),
        ),
        securityLog: (await listAuditOf(db, account)).map(({ time, event, source }) => ({
          time: time.toISOString(),
          event,
          source,
        })),
      });
    },

    async deleteAccount({ body, session, ...client }) {
      await deleteAccount(dependencies, session, body.password, client);
      return {};
    },
  };
}
