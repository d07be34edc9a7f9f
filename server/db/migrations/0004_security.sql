-- Devices that have logged in to an account. A device keeps its own allowance of attempts while strangers, who
-- guess the password from elsewhere, are locked out.
create table devices (
  user_id integer not null references users (id) on delete cascade,
  -- Of the random number in the device's cookie.
  device_hash text not null,
  last_used timestamptz not null,
  primary key (user_id, device_hash)
);
create index devices_by_use on devices (last_used);

-- Who asked for a code has guesses of their own, which strangers' wrong guesses do not use up.
alter table verification_codes add column requester_device text not null default '';
alter table verification_codes add column requester_client text not null default '';
alter table verification_codes add column stranger_guesses_left integer not null default 5;

-- One row for each log-in that has not ended. A token names its session, so that it ends when the session does.
create table sessions (
  id text primary key,
  user_id integer not null references users (id) on delete cascade,
  created timestamptz not null,
  last_used timestamptz not null,
  -- Such as "Firefox on Linux": enough for the customer to recognise it.
  device_name text not null,
  -- How often the token was renewed, and the newest renewal that a request has used. An older token ends a minute
  -- after that, and not at the renewal itself, because the answer with the new token may be lost on the way.
  generation integer not null default 0,
  confirmed integer not null default 0,
  confirmed_at timestamptz
);
create index sessions_of_user on sessions (user_id, last_used);
create index sessions_by_use on sessions (last_used);

-- Who did what and when. It holds ids and numbers and no personal text, and outlives the account.
create table audit_log (
  id integer generated always as identity primary key,
  time timestamptz not null,
  event text not null,
  actor text not null,
  subject text,
  before jsonb,
  after jsonb
);
create index audit_log_by_time on audit_log (time);

-- Append only: nothing changes an entry, and only the job that applies the retention time deletes one.
create function refuse_audit_change() returns trigger language plpgsql as $$ begin if tg_op = 'DELETE' and current_setting('send.audit_retention', true) = 'on' then return old; end if; raise exception 'audit_log is append only'; end $$;
create trigger audit_log_is_append_only before update or delete on audit_log for each row execute function refuse_audit_change();
create trigger audit_log_is_not_truncated before truncate on audit_log for each statement execute function refuse_audit_change();

-- How often browsers reported a violation of the content policy. What they report of the page is not stored.
create table policy_violations (
  day text not null,
  directive text not null,
  count integer not null,
  primary key (day, directive)
);

-- The coordinates of a place were far from every town that its text names, and were ignored for the price.
alter table delivery_requests add column is_place_doubtful boolean not null default false;
