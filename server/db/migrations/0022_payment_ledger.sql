-- Money as it moved at Stripe, one row per movement, for the reports of operators. Rows are only ever added.
create table payment_entries (
  id integer generated always as identity primary key,
  payment_id integer not null references payments (id) on delete cascade,
  -- charge, refund, refund_failed (the money came back), dispute, dispute_won.
  kind text not null,
  -- What the account gains; negative for what it loses.
  amount_cents integer not null,
  -- The object at Stripe that moved the money; each moves it once per kind.
  source_id text not null,
  time timestamptz not null,
  unique (source_id, kind)
);
create index payment_entries_by_time on payment_entries (time, id);
create index payment_entries_of_payment on payment_entries (payment_id, id);

-- Which payment an event was about, so that operators can read a payment's history.
alter table payment_events add column payment_id integer;
create index payment_events_of_payment on payment_events (payment_id, created) where payment_id is not null;

-- Webhooks that were genuine and could not be handled. Stripe repeats them for three days; operators can replay them.
create table failed_payment_events (
  id text primary key,
  type text not null,
  created timestamptz not null,
  -- The ids in the event's object that say which payment it is about.
  subject jsonb not null,
  attempts integer not null default 1,
  last_error text not null,
  failed_at timestamptz not null
);
create index failed_payment_events_by_time on failed_payment_events (failed_at, id);
