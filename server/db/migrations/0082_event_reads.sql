-- Up to which time the reconciler has handled every event in the provider's list. The newest event that a webhook has
-- reported says nothing about the ones before it.
create table payment_event_reads (
  provider text not null,
  -- The provider's id of its account; '' if the key may not read it.
  account text not null,
  read_until timestamptz not null,
  primary key (provider, account)
);
drop index payment_events_newest;
