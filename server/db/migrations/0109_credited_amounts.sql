-- The amount of the credit note. Without it, the credit note is older than this column and has the amount of the refund.
alter table payment_refunds add column credited_cents integer;
