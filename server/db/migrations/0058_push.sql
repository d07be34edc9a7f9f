-- The key by which push services recognise this server (VAPID), unless the environment names one. Every subscription
-- is bound to it, so all processes share it and it never changes.
create table push_keys (
  id integer primary key check (id = 1),
  private_key text not null
);

-- One row for each device and each thing that it wants to be notified about: all deliveries of a customer (user_id), one
-- delivery of a customer, or an order whose tracking number a guest has. Those of a customer end with the session in
-- which they were made, so that a log-out on the device, from another device or without a connection ends them.
create table push_subscriptions (
  id integer primary key generated always as identity,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  subject text not null,
  session_id text references sessions on delete cascade,
  user_id integer references users on delete cascade,
  delivery_request_id integer references delivery_requests on delete cascade,
  order_id integer references orders on delete cascade,
  created timestamptz not null,
  unique (endpoint, subject),
  check (num_nonnulls(user_id, delivery_request_id, order_id) = 1),
  check (session_id is not null or order_id is not null)
);
create index push_subscriptions_of_session on push_subscriptions (session_id);
create index push_subscriptions_of_user on push_subscriptions (user_id) where user_id is not null;
create index push_subscriptions_of_request on push_subscriptions (delivery_request_id) where delivery_request_id is not null;
create index push_subscriptions_of_order on push_subscriptions (order_id) where order_id is not null;
