-- Why the last attempt to pay failed, in the bank's words for the customer.
alter table payments add column failure_message text;
