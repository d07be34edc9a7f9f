-- Which emails about deliveries and refunds the mail server has accepted, as evidence in a dispute. The texts are not kept.
create table sent_emails (
  id integer generated always as identity primary key,
  -- The kind of the job that sent the email.
  kind text not null,
  -- The delivery request, the guest's request or the refund that it is about.
  subject_id integer not null,
  event text,
  sent timestamptz not null
);
create index sent_emails_subject on sent_emails (kind, subject_id);
create index sent_emails_sent on sent_emails (sent);
