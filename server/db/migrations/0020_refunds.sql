-- What Stripe says about money that went back, by a refund or by a dispute, also one that started elsewhere.
alter table payments add column amount_refunded_cents integer not null default 0;
alter table payments add column dispute text;
create index payments_of_intent on payments (intent_id);
update payments set amount_refunded_cents = amount_cents where refund = 'done';

-- One row per refund that this server wants. payments.refund is the summary of a payment's rows: none, due, pending
-- (Stripe has accepted it), failed (operators must act) or done.
create table payment_refunds (
  id integer generated always as identity primary key,
  payment_id integer not null references payments (id) on delete cascade,
  -- late (nothing was due any more), cancelled (operators canceled the order) or operator.
  reason text not null,
  -- None: everything that has not gone back yet.
  amount_cents integer check (amount_cents > 0),
  -- Makes an operator's repeated request harmless.
  request_key text unique,
  -- due, pending, failed or done.
  state text not null,
  -- How many refunds at Stripe failed. Each new attempt needs an idempotency key of its own.
  failures smallint not null default 0,
  next_attempt timestamptz not null,
  provider_refund_id text,
  failure text,
  created timestamptz not null,
  last_modified timestamptz not null
);
create index payment_refunds_of_payment on payment_refunds (payment_id, id);
create index payment_refunds_open on payment_refunds (id) where state in ('due', 'pending', 'failed');
insert into payment_refunds (payment_id, reason, state, next_attempt, created, last_modified)
  select id, 'late', refund, last_modified, last_modified, last_modified from payments where refund in ('due', 'done');
