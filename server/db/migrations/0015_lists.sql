-- Deleting an account looks for its orders.
create index orders_of_user on orders (user_id);
-- The operators' list by the day of the delivery.
create index orders_by_delivery_date on orders (delivery_date, id);
create index delivery_requests_by_creation on delivery_requests (created, id);
-- The reconciler asks for the newest event every 30 seconds.
create index payment_events_newest on payment_events (created desc);
