alter table payment_refunds
  -- The failed refund instead of which this one was made in the provider's dashboard. Its credit note counts for this one.
  add column credit_note_of integer,
  -- Nothing of that refund is left.
  drop constraint payment_refunds_amount_cents_check;
