-- What a guest pays. The price exists once an operator has accepted the request.
alter table guest_requests add column price_cents integer check (price_cents > 0);
alter table guest_requests add column currency text;
-- The unguessable part of the address of the payment page.
alter table guest_requests add column payment_key uuid unique;
-- An operator has stated that the money arrived in another way.
alter table guest_requests add column is_paid_otherwise boolean not null default false;
-- The towns of the order, which is created when the request is paid.
alter table guest_requests add column from_town text;
alter table guest_requests add column to_town text;

-- A payment is for the delivery request of a customer or for the request of a guest.
alter table payments alter column user_id drop not null;
alter table payments alter column delivery_request_id drop not null;
alter table payments add column guest_request_id integer references guest_requests (id);
alter table payments add constraint payments_subject check (
  case when guest_request_id is null
    then user_id is not null and delivery_request_id is not null
    else user_id is null and delivery_request_id is null
  end
);
create index payments_of_guest_request on payments (guest_request_id, id) where guest_request_id is not null;
create unique index one_open_session_of_guest on payments (guest_request_id) where session_state = 'open';
