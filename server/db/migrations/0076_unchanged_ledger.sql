-- An entry of the ledger never changes, and so neither does a closed day. Entries are deleted only with their payment,
-- when its retention period has ended.
create function reject_entry_change() returns trigger language plpgsql as $$
  begin raise exception 'an entry of the ledger never changes'; end $$;
create trigger payment_entries_never_change before update on payment_entries
  for each row execute function reject_entry_change();
