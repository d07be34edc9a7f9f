import type { Logger } from 'pino';
import type { AccountDependencies } from '../accounts/account-dependencies.ts';
import type { Db } from '../db/database.ts';
import type { Clock, Mailer, Places } from '../dependencies.ts';
import type { Payments } from '../payments/payments.ts';

/** The database, the time, the log and the external services. */
export type ServerDependencies = {
  db: Db;
  clock: Clock;
  log: Logger;
  mail: Mailer;
  payments: Payments;
  places: Places;
};

/** The dependencies of every handler: the external services, and objects that are created from them once at start. */
export type HandlerDependencies = ServerDependencies &
  AccountDependencies & {
    /** The headers of every response. */
    headers: Record<string, string>;
  };
