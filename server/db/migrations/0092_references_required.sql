alter table delivery_requests alter column reference_number set not null;
alter table guest_requests alter column reference_number set not null;
