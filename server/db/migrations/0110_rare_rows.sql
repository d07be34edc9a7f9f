-- concurrently
-- The few payments that the reconciler checks and that operators list. The former indexes lacked refunds that are not
-- due, so that each run read the whole table.
create index concurrently if not exists payments_unfinished on payments (checked)
  where session_state in ('open', 'dead') or status = 1 or refund in ('due', 'pending', 'failed', 'rejected')
    or not is_ledger_complete;
drop index concurrently if exists payments_to_check;
drop index concurrently if exists payments_with_incomplete_ledger;
-- The operators' lists of requests with an unclear place, with the beginning of a reference, and of a day.
create index concurrently if not exists delivery_requests_unclear on delivery_requests (id) where unclear_places <> '{}';
create index concurrently if not exists delivery_requests_by_prefix on delivery_requests (reference_number text_pattern_ops);
create index concurrently if not exists guest_requests_by_prefix on guest_requests (reference_number text_pattern_ops);
create index concurrently if not exists guest_requests_by_day on guest_requests (((created at time zone 'UTC')::date), id);
