-- Payments of a deleted account stay for the operator's books. They refer to its row, which stays without personal
-- data until the last of them may be deleted.
alter table users add column deleted timestamptz;
create index users_deleted on users (id) where deleted is not null;
-- Customers export the entries about their account.
create index audit_log_by_subject on audit_log (subject, id);
