-- Whether the customer gets emails about deliveries. Emails about the account itself are always sent.
alter table users add column has_mail_updates boolean not null default true;

-- The delivery date for which the email "arrives today" was queued, so that it is queued once, and again for a new date.
alter table orders add column arrival_mail_date text;
