-- The report of payments by day, summed once for each day in the operator's time zone.
create table payment_day_totals (
  time_zone text not null,
  day date not null,
  totals jsonb not null,
  primary key (time_zone, day)
);

-- Times of entries of the ledger whose day has to be summed again. Rows are only added, so that no transaction waits for
-- another one that pays on the same day; the task that sums a day deletes those of the day.
create table payment_total_changes (time timestamptz not null);
create index payment_total_changes_by_time on payment_total_changes (time);

-- What an entry contributes depends on the earlier entries of its payment and on its receipt.
create function note_total_changes() returns trigger language plpgsql as $$ begin
  insert into payment_total_changes select time from payment_entries where payment_id = new.payment_id; return null; end $$;
create function note_total_changes_of_payment() returns trigger language plpgsql as $$ begin
  insert into payment_total_changes select time from payment_entries where payment_id = new.id; return null; end $$;
create function note_total_changes_of_deletion() returns trigger language plpgsql as $$ begin
  insert into payment_total_changes values (old.time); return null; end $$;
create trigger payment_entries_change_totals after insert on payment_entries
  for each row execute function note_total_changes();
create trigger deleted_entries_change_totals after delete on payment_entries
  for each row execute function note_total_changes_of_deletion();
