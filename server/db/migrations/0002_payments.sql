-- One row per customer of the provider. A row exists before the provider is asked, so that creation_key makes
-- asking twice harmless.
create table payment_customers (
  user_id integer not null references users (id) on delete cascade,
  -- sandbox, test or live: a customer of one is unknown to the others.
  provider text not null,
  creation_key uuid not null,
  customer_id text unique,
  primary key (user_id, provider)
);

-- One row per checkout session: what the customer sees as one payment. Card numbers are never here.
create table payments (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  -- No foreign key: a payment outlives the request that was deleted.
  delivery_request_id integer not null,
  provider text not null,
  session_id text not null unique,
  session_url text not null,
  -- Scheme and host that the session returns to.
  origin text not null,
  -- open, complete, expired (at the provider), or dead (ours: the request changed or went away).
  session_state text not null,
  expires timestamptz not null,
  checked timestamptz not null,
  intent_id text,
  status smallint not null,
  amount_cents integer not null check (amount_cents > 0),
  currency text not null,
  description text not null,
  card_brand text,
  card_last4 text,
  card_exp_month smallint,
  card_exp_year smallint,
  cardholder_name text,
  receipt_url text,
  invoice_url text,
  -- Money that came in for something that is no longer to be paid: none, due, done.
  refund text not null default 'none',
  created timestamptz not null,
  last_modified timestamptz not null
);
create index payments_of_user on payments (user_id, created desc, id desc);
create index payments_of_request on payments (delivery_request_id, id);
create index payments_to_check on payments (checked)
  where session_state in ('open', 'dead') or status = 1 or refund = 'due';
-- At most one checkout page per request, whatever else goes wrong.
create unique index one_open_session on payments (delivery_request_id) where session_state = 'open';

create table payment_events (
  id text primary key,
  type text not null,
  created timestamptz not null,
  received timestamptz not null
);
create index payment_events_by_time on payment_events (received);

-- Locks around calls to the provider. A row lock would keep a transaction open meanwhile, and the embedded
-- database has only one; so a lock is a row with an end.
create table payment_locks (
  name text primary key,
  holder uuid not null,
  expires timestamptz not null
);

-- The sandbox's Stripe.
create table sandbox_objects (
  id text primary key,
  seq bigint generated always as identity,
  object text not null,
  customer text,
  payment_intent text,
  created bigint not null,
  body jsonb not null
);
create index sandbox_objects_newest on sandbox_objects (object, seq desc);
create index sandbox_objects_of_customer on sandbox_objects (customer, object);

create table sandbox_webhooks (
  event_id text primary key,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  delivered_at timestamptz
);
create index sandbox_webhooks_due on sandbox_webhooks (next_attempt_at) where delivered_at is null;

create table sandbox_idempotency (
  key text primary key,
  fingerprint text not null,
  status integer,
  body jsonb,
  created_at timestamptz not null
);
