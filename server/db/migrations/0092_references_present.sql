-- The column becomes not null in three transactions: only the second one reads the tables, and it blocks no write.
alter table delivery_requests add constraint delivery_requests_reference check (reference_number is not null) not valid;
alter table guest_requests add constraint guest_requests_reference check (reference_number is not null) not valid;
