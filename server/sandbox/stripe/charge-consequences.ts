import type { Context } from './context.ts';
import { disputeCharge, warnOfFraud } from './disputes.ts';
import type { Attempt } from './intents.ts';
import type { PaymentMethod } from './object-schemas.ts';
import { saveToCustomer } from './payment-methods.ts';

/** After a charge the card is saved if the payment asks for it, and the dispute or warning of its test card follows. */
export async function followCharge(
  tx: Context,
  { intent, charge, error }: Attempt,
  method: PaymentMethod,
  customer = intent.customer,
): Promise<void> {
  if (charge === undefined || error !== undefined || intent.object !== 'payment_intent') return;
  if (intent.setup_future_usage !== null && customer !== null && method.customer === null) {
    await saveToCustomer(tx, method, customer);
  }
  await disputeCharge(tx, charge, method.sandbox_outcome);
  await warnOfFraud(tx, charge, method.sandbox_outcome);
}
