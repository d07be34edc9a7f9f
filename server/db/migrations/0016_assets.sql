-- Assets of the pages of every version that runs or ran lately, so that a process of one version can serve those
-- of another during a rolling update. The name carries a hash of the content, so a row never changes.
create table page_assets (
  path text primary key,
  type text not null,
  content bytea not null,
  -- When a process that has the file started last.
  published timestamptz not null default now()
);
create index page_assets_by_age on page_assets (published);
