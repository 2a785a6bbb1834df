-- Most people are in one team, which their membership names. A crew owner, who brings several crews, leads these as well.
create table led_teams (
  organization_id uuid not null references organizations(id), membership_id uuid not null, team_id uuid not null,
  primary key (organization_id, membership_id, team_id),
  foreign key (organization_id, membership_id) references memberships (organization_id, id) on delete cascade,
  foreign key (organization_id, team_id) references teams (organization_id, id));
create index led_teams_team on led_teams (organization_id, team_id);
call tenant_table('led_teams');
