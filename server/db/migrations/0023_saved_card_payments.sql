-- A payment with a saved card has no checkout session, only a payment intent.
alter table payments alter column session_id drop not null;
alter table payments alter column session_url drop not null;
