-- Customers belong to one account of the provider. If the configured account changes, the server creates them again.
-- The account of older rows is unknown: the next use stores it.
alter table payment_customers add column account text not null default '';
alter table payment_customers drop constraint payment_customers_pkey;
alter table payment_customers add primary key (user_id, provider, account);
