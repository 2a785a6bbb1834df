-- How long a team can work on a day, in minutes of visits; null: not said.
alter table teams add column day_minutes int check (day_minutes between 15 and 1440);

-- Days on which a team, or one person, does not work; both dates included.
create table time_off (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), team_id uuid, person_id uuid references people(id),
  from_date date not null, to_date date not null, reason text check (length(reason) between 1 and 200), created_by uuid references people(id), created_at timestamptz not null default now(),
  primary key (organization_id, id), foreign key (organization_id, team_id) references teams (organization_id, id),
  check (num_nonnulls(team_id, person_id) = 1), check (to_date >= from_date and to_date < from_date + 366));
create index time_off_days on time_off (organization_id, to_date);
call tenant_table('time_off');
call sight_policy('time_off', 'false', 'team_id = any (app_teams()) or person_id = app_person()');

-- The days off of each team, its own and those of its people, with how many people it has. Customers choose among a team's days, so they
-- need to know which are left, but not who is away or why: the look past the wall is this function only.
create function team_days_off() returns table (team_id uuid, from_date date, to_date date, person_id uuid, person text, members int, reason text)
  language sql stable security definer set search_path = public as $$
  with crew as (
    select m.team_id, m.person_id from memberships m where m.organization_id = app_org() and m.status <> 'inactive' and m.team_id is not null
    union select l.team_id, m.person_id from led_teams l join memberships m on m.organization_id = l.organization_id and m.id = l.membership_id
      where l.organization_id = app_org() and m.status <> 'inactive')
  select o.team_id, o.from_date, o.to_date, null::uuid, null::text, 0, case when app_sight() = 'customer' then null else o.reason end
    from time_off o where o.organization_id = app_org() and o.team_id is not null and o.to_date >= now()::date - 93
  union all
  select c.team_id, o.from_date, o.to_date, o.person_id, case when app_sight() = 'customer' then '' else coalesce(p.name, p.email) end,
    (select count(*) from crew x where x.team_id = c.team_id)::int, null
    from time_off o join crew c on c.person_id = o.person_id join people p on p.id = o.person_id
    where o.organization_id = app_org() and o.to_date >= now()::date - 93
$$;
grant create on schema public to fieldhive_platform;
alter function team_days_off() owner to fieldhive_platform;
revoke create on schema public from fieldhive_platform;
