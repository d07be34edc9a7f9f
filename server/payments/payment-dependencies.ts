import type { Logger } from 'pino';
import type { Business } from '../config/business.ts';
import type { Db } from '../db/database.ts';
import type { Clock } from '../dependencies.ts';
import type { PaymentProvider } from './provider.ts';

export type PaymentDependencies = {
  db: Db;
  clock: Clock;
  log: Logger;
  provider: PaymentProvider;
  /** The account that was configured before. Its payments are finished, and no new ones are made there. */
  former?: PaymentProvider | undefined;
  /** The prices with their VAT, and what receipts say about the company. */
  business: Business;
};
