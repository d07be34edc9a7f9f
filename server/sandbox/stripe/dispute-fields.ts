import type Stripe from 'stripe';
import type { Dispute } from './object-schemas.ts';

const DUE_AFTER_S = 7 * 24 * 3600;

const EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
  enhanced_evidence: {},
};

/** The fields that Stripe's response has in addition to the stored ones. */
export function disputeFields({
  created,
  status,
}: Pick<Dispute, 'created' | 'status'>): Omit<Stripe.Dispute, keyof Dispute | 'lastResponse'> {
  const hasEvidence = status === 'under_review' || status === 'won';
  return {
    enhanced_eligibility_types: [],
    evidence: EVIDENCE,
    evidence_details: {
      due_by: created + DUE_AFTER_S,
      enhanced_eligibility: {},
      has_evidence: hasEvidence,
      past_due: false,
      submission_count: hasEvidence ? 1 : 0,
      submission_method: hasEvidence ? 'manual' : 'not_submitted',
    },
    intended_submission_method: 'manual',
  };
}
