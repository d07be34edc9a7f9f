-- Requests have a reference from their submit on, which their order takes over. It is random, so that it does not
-- reveal the number of requests. There are no vowels, so that no words appear, and no characters that look or sound
-- alike.
create or replace function new_reference_number() returns text language sql volatile as $$
  select 'SND-' || string_agg(
    substr('23456789CDFGHJKMNPQRTVWX', 1 + get_byte(uuid_send(gen_random_uuid()), 15) % 24, 1), '')
  from generate_series(1, 10)
$$;
alter table delivery_requests add column reference_number text;
alter table delivery_requests alter column reference_number set default new_reference_number();
alter table guest_requests add column reference_number text;
alter table guest_requests alter column reference_number set default new_reference_number();

-- During a rolling update a process of the old version still generates a reference for each order. It counts only for
-- requests that have none yet.
create or replace function take_over_reference() returns trigger language plpgsql as $$ begin
    update delivery_requests set reference_number = new.reference_number
      where id = new.delivery_request_id and reference_number is null
  ; update guest_requests set reference_number = new.reference_number
      where id = new.guest_request_id and reference_number is null
  ; new.reference_number := coalesce(
      (select reference_number from delivery_requests where id = new.delivery_request_id),
      (select reference_number from guest_requests where id = new.guest_request_id),
      new.reference_number)
  ; return new
; end $$;
create trigger orders_take_over_references before insert on orders
  for each row execute function take_over_reference();
