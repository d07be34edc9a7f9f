-- Every table that belongs to an account carries its user_id, so that the data can be spread by account.

create table users (
  id integer generated always as identity primary key,
  name text not null,
  email text not null,
  -- The email address in lower case: one account per mailbox, however it is typed.
  email_key text not null unique,
  phone_number text not null,
  password_hash text not null,
  -- Raised by a password change or reset; tokens of an older version are dead.
  token_version integer not null default 0,
  created timestamptz not null
);

-- At most one live code per account.
create table verification_codes (
  user_id integer primary key references users (id) on delete cascade,
  code_hash text not null,
  expires timestamptz not null,
  guesses_left integer not null
);

create table addresses (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  name text not null,
  country text not null,
  city text not null,
  street text not null,
  postal_code text not null,
  latitude double precision not null,
  longitude double precision not null,
  is_default_pick_up boolean not null,
  is_default_drop_off boolean not null,
  created timestamptz not null
);
create index addresses_of_user on addresses (user_id, id);
create unique index one_default_pick_up on addresses (user_id) where is_default_pick_up;
create unique index one_default_drop_off on addresses (user_id) where is_default_drop_off;

create table delivery_requests (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  created timestamptz not null,
  last_modified timestamptz not null,
  pick_up jsonb not null,
  drop_off jsonb not null,
  weight double precision not null,
  volume double precision not null,
  width double precision not null,
  length double precision not null,
  height double precision not null,
  delivery_note text not null,
  delivery_type smallint not null,
  is_priority boolean not null,
  is_fragile boolean not null,
  status smallint not null,
  price_cents integer not null check (price_cents > 0),
  currency text not null,
  idempotency_key text,
  -- Of the body that the key came with: the same key with another body is refused.
  idempotency_hash text,
  unique (user_id, idempotency_key)
);
create index delivery_requests_of_user on delivery_requests (user_id, created desc, id desc);
create index delivery_requests_by_status on delivery_requests (status, id);

create table guest_requests (
  id integer generated always as identity primary key,
  created timestamptz not null,
  first_name text not null,
  last_name text not null,
  phone text not null,
  email text not null,
  pickup text not null,
  dropoff text not null,
  note text not null,
  status smallint not null,
  idempotency_key text unique,
  idempotency_hash text
);
create index guest_requests_by_status on guest_requests (status, id);

create table orders (
  id integer generated always as identity primary key,
  guid uuid not null unique,
  reference_number text not null unique,
  user_id integer references users (id) on delete cascade,
  delivery_request_id integer unique references delivery_requests (id),
  guest_request_id integer unique references guest_requests (id),
  status smallint not null,
  delivery_date text,
  delivery_time text,
  delivered_time timestamptz,
  failed_attempts integer not null default 0,
  -- Towns only: what everyone with the tracking number may see.
  from_town text,
  to_town text,
  created timestamptz not null,
  check ((delivery_request_id is null) <> (guest_request_id is null))
);
create index orders_by_status on orders (status, id);

create table order_events (
  id integer generated always as identity primary key,
  order_id integer not null references orders (id) on delete cascade,
  type smallint not null,
  time timestamptz not null
);
create index order_events_of_order on order_events (order_id, time, id);

create table rate_limits (
  key text primary key,
  -- The moments that count, oldest first, at most as many as the limit.
  hits timestamptz[] not null,
  admitted boolean not null,
  expires timestamptz not null
);
create index rate_limits_by_expiry on rate_limits (expires);

create table jobs (
  id integer generated always as identity primary key,
  kind text not null,
  payload jsonb not null,
  run_at timestamptz not null,
  attempts integer not null default 0,
  last_error text
);
create index jobs_by_time on jobs (run_at, id);

-- The mailbox of an installation without a mail server.
create table mails (
  id integer generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  created timestamptz not null
);
