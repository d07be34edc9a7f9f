-- Answers of an upstream geocoder, by a hash of the question. No question is kept and no account.
create table geocode_cache (
  key text primary key,
  answer jsonb not null,
  fetched timestamptz not null
);
create index geocode_cache_by_age on geocode_cache (fetched);

-- One queue per upstream for all processes: each request takes the next slot and waits for it.
create table geocode_upstreams (
  upstream text primary key,
  next_slot timestamptz not null,
  -- One after the other, since the last good answer.
  failures integer not null default 0,
  -- After failures, or because the upstream said so, no request is sent before this.
  rests_until timestamptz
);

-- Places that an operator imported. Only the latest import counts; processes look for a newer one now and then.
create table gazetteer_imports (
  id integer generated always as identity primary key,
  imported timestamptz not null,
  places integer not null
);
create table gazetteer_places (
  import_id integer not null references gazetteer_imports (id) on delete cascade,
  line integer not null,
  kind text not null,
  name text not null,
  other_name text not null,
  street text not null,
  suburb text not null,
  city text not null,
  county text not null,
  state text not null,
  postcode text not null,
  country text not null,
  latitude double precision not null,
  longitude double precision not null,
  primary key (import_id, line)
);
