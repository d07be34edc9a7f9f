-- The operators' list of one day. An index on the time itself would also be read backwards for the newest deliveries of
-- a customer, past those of all others.
create index delivery_requests_by_day on delivery_requests (((created at time zone 'UTC')::date), id);
drop index delivery_requests_by_creation;
