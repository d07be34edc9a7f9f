-- An event of the sandbox that is delivered needs no row in the queue, and a failed delivery is repeated at a fixed pace.
delete from sandbox_webhooks
where delivered_at is not null or event_id not in (select id from sandbox_objects);
alter table sandbox_webhooks
  drop column attempts,
  drop column delivered_at,
  add foreign key (event_id) references sandbox_objects (id) on delete cascade;
create index sandbox_webhooks_due on sandbox_webhooks (next_attempt_at);

delete from sandbox_idempotency;
alter table sandbox_idempotency drop column status;
