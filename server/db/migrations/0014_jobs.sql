-- A job that may not be tried again stays, so that operators see it and can retry it. Its run_at is 'infinity',
-- so that a process of the version before this one, which knows only run_at, leaves it alone too.
alter table jobs add column created timestamptz not null default now();
alter table jobs add column failed_at timestamptz;
alter table jobs alter column run_at set default now();
create index jobs_due on jobs (kind, run_at, id) where failed_at is null;
create index jobs_failed on jobs (failed_at, id) where failed_at is not null;
