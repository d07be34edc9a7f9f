import { listEntriesWithoutFee, setFee } from '../queries/payment-ledger.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { isMissing, isPermissionError, toLogFields } from './provider.ts';

/** The provider books a movement within days. After that the fee stays unknown. */
const WINDOW_MS = 30 * 24 * 3600_000;
const READS_PER_RUN = 50;

/**
 * Reads the provider's fees of recent movements of money for the report of operators. A key without the right to read
 * them leaves them unknown.
 */
export async function readFees({ db, clock, log, provider }: PaymentDependencies): Promise<void> {
  const after = new Date(clock.now().getTime() - WINDOW_MS);
  for (const entry of await listEntriesWithoutFee(db, provider.name, { after, limit: READS_PER_RUN })) {
    if (entry.balanceTransaction === null) continue;
    try {
      const { fee } = await provider.stripe.balanceTransactions.retrieve(entry.balanceTransaction);
      await setFee(db, entry.id, fee);
    } catch (error) {
      if (isMissing(error)) continue;
      if (!isPermissionError(error)) log.warn(toLogFields(error), 'fees of payments not read');
      return;
    }
  }
}
