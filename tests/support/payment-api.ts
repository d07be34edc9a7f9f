import type { OpenDatabase } from '../../server/db/open-database.ts';
import { createApiHarness } from './api-harness.ts';
import { createPaymentHarness } from './payment-harness.ts';

/** Starts the API whose payments are those of the harness, with its clock, on one database. */
export async function createPaymentApi(open: () => Promise<OpenDatabase>, env: Record<string, string> = {}) {
  const database = await open();
  const harness = await createPaymentHarness(async () => database);
  const { payments, clock } = harness;
  return { harness, api: await createApiHarness(database, env, { payments, clock }) };
}
