import type { Logger } from 'pino';
import type { Db } from '../db/database.ts';
import type { Clock } from '../dependencies.ts';
import type { PaymentProvider } from './provider.ts';

export type PaymentDependencies = {
  db: Db;
  clock: Clock;
  log: Logger;
  provider: PaymentProvider;
  /** What receipts and invoices state. */
  tax: { vatPercent: number; vatNumber: string | undefined };
};
