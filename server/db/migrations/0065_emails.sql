-- When the customer proved that the address is theirs. Until then the account gets no email but the confirmation and
-- codes that reset its password. The addresses of older accounts have had emails before, so they count as confirmed.
alter table users add column email_confirmed timestamptz;
update users set email_confirmed = created;

-- At most two valid codes per account: one that a device asked for which has logged in before, and one for all other
-- devices. What strangers do with theirs cannot use up the customer's. It replaces verification_codes, which processes
-- of the version before this one still use during an update, and which a later version drops.
create table reset_codes (
  user_id integer not null references users (id) on delete cascade,
  is_known_device boolean not null,
  code_hash text not null,
  expires timestamptz not null,
  guesses_left integer not null,
  primary key (user_id, is_known_device)
);
delete from verification_codes;

-- The emails of the last day to one address, by the hash of the address: the kind and the time of each. Locking the row
-- serializes the processes that send to the same address.
create table mail_counts (
  recipient text primary key,
  sent jsonb not null,
  expires timestamptz not null
);
create index mail_counts_by_expiry on mail_counts (expires);
