-- The ends of the route whose place is neither picked nor certain, and the price that was shown meanwhile.
alter table delivery_requests
  add column unclear_places text[] not null default '{}',
  add column assumed_price_cents integer;
