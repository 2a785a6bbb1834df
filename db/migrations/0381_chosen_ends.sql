-- Ends of series that the office chose: nobody has to be warned of them. An end that was moved since is another one.
create table chosen_ends (
  organization_id uuid not null, series_id uuid not null, end_date date not null, chosen_at timestamptz not null default now(),
  primary key (organization_id, series_id));
call tenant_table('chosen_ends');
call sight_policy('chosen_ends', 'false', 'false');
