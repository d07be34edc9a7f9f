import { randomBytes } from 'node:crypto';

const PREFIXES = {
  customer: 'cus_',
  payment_method: 'pm_',
  payment_intent: 'pi_',
  setup_intent: 'seti_',
  charge: 'ch_',
  refund: 're_',
  dispute: 'dp_',
  invoice: 'in_',
  'checkout.session': 'cs_test_',
  event: 'evt_',
  balance_transaction: 'txn_',
  webhook_endpoint: 'we_',
  tax_rate: 'txr_',
  'radar.early_fraud_warning': 'issfr_',
} as const;

/**
 * Creates an id in the format of Stripe. Nothing else protects receipts and checkout pages, so it has 192 random bits.
 */
export function newId(object: keyof typeof PREFIXES): string {
  return PREFIXES[object] + randomBytes(24).toString('hex');
}

/** Creates the secret that lets a browser read and confirm one intent. */
export function newClientSecret(intentId: string): string {
  return `${intentId}_secret_${randomBytes(24).toString('hex')}`;
}
