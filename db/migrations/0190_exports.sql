-- A copy of everything a business has with us, as one archive: asked for, built by a job, kept for a week.
-- `run` counts the attempts to build it; only the newest one may write.
create table exports (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(),
  state text not null default 'building' check (state in ('building', 'ready', 'failed')),
  asked_by uuid references people(id), run int not null default 0, percent smallint not null default 0 check (percent between 0 and 100),
  row_count bigint, byte_count bigint, created_at timestamptz not null default now(), ended_at timestamptz, expires_at timestamptz,
  primary key (organization_id, id), check ((ended_at is null) = (state = 'building')), check ((expires_at is not null) = (state = 'ready')));
create unique index exports_one_at_a_time on exports (organization_id) where state = 'building';
call tenant_table('exports');
call sight_policy('exports', 'false', 'false');

-- The archive itself, in pieces, so that neither side ever holds all of it.
create table export_parts (
  organization_id uuid not null references organizations(id), export_id uuid not null, n int not null, content bytea not null,
  primary key (organization_id, export_id, n),
  foreign key (organization_id, export_id) references exports (organization_id, id) on delete cascade);
call tenant_table('export_parts');
call sight_policy('export_parts', 'false', 'false');
