-- Since when a crew has been at work on a visit.
alter table visits add column started_at timestamptz;
-- What crews write down about a visit; customers never see it.
create table visit_notes (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), series_id uuid not null, original_date date not null, customer_id uuid not null,
  person_id uuid not null references people(id), text text not null check (length(text) between 1 and 2000), written_at timestamptz not null,
  primary key (organization_id, id), foreign key (organization_id, customer_id) references customers (organization_id, id));
create index visit_notes_visit on visit_notes (organization_id, series_id, original_date);
call tenant_table('visit_notes');
call sight_policy('visit_notes', 'false', 'crew_has_series(series_id) or exists (select 1 from visits v where v.organization_id = visit_notes.organization_id
  and v.series_id = visit_notes.series_id and v.original_date = visit_notes.original_date)');
