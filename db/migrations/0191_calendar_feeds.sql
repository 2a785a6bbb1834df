-- A person's visits as a calendar at a secret address. What it shows follows what the person may see when it is read: the whole schedule or
-- one team of it (office), their teams' work (crews), or their own visits (customers).
create table calendar_feeds (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), person_id uuid not null references people(id),
  scope text not null check (scope in ('schedule', 'own_teams', 'own_visits')), team_id uuid, token_hash text not null unique, token_sealed text not null,
  created_at timestamptz not null default now(), read_at timestamptz, revoked_at timestamptz,
  primary key (organization_id, id), foreign key (organization_id, team_id) references teams (organization_id, id),
  check (team_id is null or scope = 'schedule'));
create unique index calendar_feeds_one on calendar_feeds (organization_id, person_id, scope, coalesce(team_id, '00000000-0000-0000-0000-000000000000')) where revoked_at is null;
call tenant_table('calendar_feeds');
call sight_policy('calendar_feeds', 'person_id = app_person()', 'person_id = app_person()');
