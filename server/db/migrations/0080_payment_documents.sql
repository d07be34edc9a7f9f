-- Receipts and credit notes as they were issued. Their content is text that depends on no setting, so every copy is the
-- same. They are part of the operator's books, and leave them together with their payment.
create table payment_documents (
  id integer generated always as identity primary key,
  kind text not null,
  number integer not null,
  payment_id integer not null references payments (id) on delete cascade,
  -- The refund that a credit note is for.
  refund_id integer unique references payment_refunds (id) on delete cascade,
  -- The unguessable part of the document's address.
  key uuid not null unique default gen_random_uuid(),
  content jsonb not null,
  issued timestamptz not null,
  unique (kind, number),
  check ((kind = 'receipt' and refund_id is null) or (kind = 'creditNote' and refund_id is not null))
);
create unique index payment_documents_receipt on payment_documents (payment_id) where kind = 'receipt';
create index payment_documents_of_payment on payment_documents (payment_id);
create function refuse_document_change() returns trigger language plpgsql as $$ begin raise exception 'a payment document never changes'; end $$;
create trigger payment_documents_never_change before update on payment_documents for each row execute function refuse_document_change();

-- The last number of each kind. A number is taken in the transaction that issues its document, so there are no gaps.
create table document_numbers (
  kind text primary key,
  last integer not null
);
insert into document_numbers select 'receipt', last from receipt_numbers;
drop table receipt_numbers;

-- Whether the customer was told about a refund, and its credit note was issued.
alter table payment_refunds add column announced boolean not null default false;
update payment_refunds set announced = true;

-- Our receipt is the only document of a payment: the provider makes no invoice and sends no receipt.
alter table payments drop column receipt_url, drop column invoice_url;

-- When the evidence for a dispute must have arrived at the provider.
alter table payments add column dispute_due timestamptz;

-- Customers who are businesses have it printed on their receipts.
alter table users add column vat_number text not null default '';
