-- The sandbox delivers its webhooks, and decides payments and refunds that wait, by jobs. Version 0.1.0 still uses its own
-- queue, and doing either twice changes nothing.
insert into jobs (kind, payload, run_at)
select 'sandbox-webhook', jsonb_build_object('eventId', event_id), now() from sandbox_webhooks;
insert into jobs (kind, payload, run_at)
select 'sandbox-result', jsonb_build_object('object', object, 'id', id), now() from sandbox_objects
where object in ('refund', 'payment_intent') and body->>'sandbox_becomes' is not null;
