import type { Db } from '../../db/database.ts';
import { disputeCharge, warnOfFraud } from './disputes.ts';
import type { Attempt } from './intents.ts';
import type { PaymentMethod } from './object-schemas.ts';
import { saveToCustomer } from './payment-methods.ts';

/** After a charge the card is saved if the payment asks for it, and the dispute or warning of its test card follows. */
export async function followCharge(
  tx: Db,
  now: Date,
  { intent, charge, error }: Attempt,
  method: PaymentMethod,
  customer = intent.customer,
): Promise<void> {
  if (charge === undefined || error !== undefined || intent.object !== 'payment_intent') return;
  if (intent.setup_future_usage !== null && customer !== null && method.customer === null) {
    await saveToCustomer(tx, now, method, customer);
  }
  await disputeCharge(tx, now, charge, method.sandbox_outcome);
  await warnOfFraud(tx, now, charge, method.sandbox_outcome);
}
