-- The number and the VAT rate of a paid payment's receipt. Numbers have no gaps: they are taken in the transaction that
-- marks the payment as paid.
alter table payments add column receipt_number integer unique;
-- In hundredths of a percent. It is unknown for payments from before this migration.
alter table payments add column vat_basis_points integer;

create table receipt_numbers (
  id integer primary key check (id = 1),
  last integer not null
);
update payments set receipt_number = numbered.number
  from (select id, row_number() over (order by created, id) as number from payments where status = 2) as numbered
  where payments.id = numbered.id;
-- An empty database gets no row, because a backup is restored into empty tables.
insert into receipt_numbers select 1, max(receipt_number) from payments having max(receipt_number) is not null;
