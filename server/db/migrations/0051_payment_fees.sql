-- Stripe's balance transaction of a movement, and the fee that it contains. The fee is unknown until it was read.
alter table payment_entries add column balance_transaction text;
alter table payment_entries add column fee_cents integer;
create index payment_entries_without_fee on payment_entries (id)
  where balance_transaction is not null and fee_cents is null;
