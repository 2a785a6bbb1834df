-- The order of a team's visits without a time on a day. Apart from the visits: most have no row, and to be put in order is no change of a visit.
-- A spot counts only while its visit is still on that day and with that team.
create table route_spots (
  organization_id uuid not null references organizations(id), series_id uuid not null, original_date date not null,
  date date not null, team_id uuid, position int not null check (position > 0),
  primary key (organization_id, series_id, original_date),
  foreign key (organization_id, team_id) references teams (organization_id, id));
create index route_spots_day on route_spots (organization_id, date);
call tenant_table('route_spots');
create policy sight on route_spots as restrictive to fieldhive_app
  using ((select app_sight() = 'all') or ((select app_sight() = 'team') and team_id = any (app_teams())));
