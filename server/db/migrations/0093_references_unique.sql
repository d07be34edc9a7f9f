-- concurrently
create unique index concurrently if not exists delivery_requests_by_reference on delivery_requests (reference_number);
create unique index concurrently if not exists guest_requests_by_reference on guest_requests (reference_number);
