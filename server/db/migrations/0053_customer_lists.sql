-- A customer's list of active or past deliveries, without reading those of the other tab.
create index delivery_requests_active_of_user on delivery_requests (user_id, created desc, id desc) where status <> 3;
create index delivery_requests_past_of_user on delivery_requests (user_id, created desc, id desc) where status = 3;
