-- What a crew does at each visit of a service, and what else it records there.
alter table services add column checklist jsonb not null default '[]', add column records_products boolean not null default false,
  add column asks_signature boolean not null default false;

-- The list as it was when the visit was done, and why the crew left something open.
alter table visits add column checklist jsonb, add column open_reason text check (length(open_reason) between 1 and 300);

-- The last word on each item of a visit, with its text as the crew saw it.
create table visit_ticks (
  organization_id uuid not null references organizations(id), series_id uuid not null, original_date date not null, item_id uuid not null,
  text text not null check (length(text) between 1 and 200), is_done boolean not null, person_id uuid not null references people(id), ticked_at timestamptz not null,
  primary key (organization_id, series_id, original_date, item_id));
call tenant_table('visit_ticks');
call sight_policy('visit_ticks', 'false', 'crew_has_series(series_id) or exists (select 1 from visits v where v.organization_id = visit_ticks.organization_id
  and v.series_id = visit_ticks.series_id and v.original_date = visit_ticks.original_date)');
