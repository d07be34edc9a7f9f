alter table delivery_requests
  alter column reference_number set not null,
  drop constraint delivery_requests_reference;
alter table guest_requests
  alter column reference_number set not null,
  drop constraint guest_requests_reference;
