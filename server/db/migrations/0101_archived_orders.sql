-- An order whose request was deleted after the retention time has neither: only what tracking shows remains of it.
alter table orders drop constraint orders_check;
alter table orders add constraint orders_of_one_request
  check (delivery_request_id is null or guest_request_id is null) not valid;
