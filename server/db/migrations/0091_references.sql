-- Requests have a reference from their submit on, which their order takes over. It is random, so that it does not
-- reveal the number of requests. There are no vowels, so that no words appear, and no characters that look or sound
-- alike.
create or replace function new_reference_number() returns text language sql volatile as $$
  select 'SND-' || string_agg(
    substr('23456789CDFGHJKMNPQRTVWX', 1 + get_byte(uuid_send(gen_random_uuid()), 15) % 24, 1), '')
  from generate_series(1, 10)
$$;
alter table delivery_requests add column reference_number text not null default new_reference_number();
update delivery_requests set reference_number = orders.reference_number
from orders where orders.delivery_request_id = delivery_requests.id;
create unique index delivery_requests_by_reference on delivery_requests (reference_number);
alter table guest_requests add column reference_number text not null default new_reference_number();
update guest_requests set reference_number = orders.reference_number
from orders where orders.guest_request_id = guest_requests.id;
create unique index guest_requests_by_reference on guest_requests (reference_number);
