-- The ledger of payments is a copy of the provider's: one row per balance transaction, with its fee, the currency in
-- which the provider settles, and the provider's time. Rows are only ever added and never change.
delete from payment_entries where balance_transaction is null or fee_cents is null;
drop index payment_entries_without_fee;
alter table payment_entries
  alter column balance_transaction set not null,
  alter column fee_cents set not null,
  -- amount_cents is in the currency of the payment, settled_cents and fee_cents are in settled_currency.
  add column settled_cents integer,
  add column settled_currency text;
update payment_entries set settled_cents = payment_entries.amount_cents, settled_currency = payments.currency
  from payments where payments.id = payment_entries.payment_id;
alter table payment_entries
  alter column settled_cents set not null,
  alter column settled_currency set not null,
  drop constraint payment_entries_source_id_kind_key;
create unique index payment_entries_of_transaction on payment_entries (balance_transaction);
update payment_entries set kind = 'dispute_reversed' where kind = 'dispute_won';

alter table payments
  -- How many reads of the payment at the provider have started, and the newest one whose result is stored. A read that
  -- started earlier never overwrites it.
  add column reads_started integer not null default 0,
  add column read_stored integer not null default 0,
  -- False while the ledger lacks a movement of money that the provider reports.
  add column is_ledger_complete boolean not null default true,
  -- When the money arrived, by the provider's clock.
  add column paid timestamptz;
update payments set is_ledger_complete = false where status = 2 or refund <> 'none';
update payments set paid = coalesce(
  (select min(time) from payment_entries where payment_id = payments.id and kind = 'charge'), last_modified)
  where status = 2 or refund <> 'none';
create index payments_with_incomplete_ledger on payments (checked) where not is_ledger_complete;

alter table payment_refunds
  -- What was requested; null means the rest of the payment.
  add column requested_cents integer,
  -- How operators settled a refund that the provider does not make.
  add column note text;
update payment_refunds set requested_cents = amount_cents where request_key is not null;
create unique index payment_refunds_of_provider on payment_refunds (provider_refund_id);
