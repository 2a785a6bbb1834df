-- Visits customers ask for that are not planned yet, and what became of each.
create table visit_requests (
  organization_id uuid not null, id uuid not null default uuid7(), customer_id uuid not null, service_id uuid, location_id uuid,
  wished_on date, note text check (length(note) <= 500),
  status text not null default 'requested' check (status in ('requested', 'scheduled', 'declined', 'withdrawn')),
  answer text check (length(answer) <= 500), series_id uuid, planned_on date,
  created_at timestamptz not null default now(), resolved_at timestamptz, resolved_by uuid references people(id),
  primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customers (organization_id, id),
  foreign key (organization_id, service_id) references services (organization_id, id),
  foreign key (organization_id, location_id) references service_locations (organization_id, id),
  check (service_id is not null or note is not null));
create index visit_requests_open on visit_requests (organization_id, id desc) where status = 'requested';
create index visit_requests_customer on visit_requests (organization_id, customer_id, id desc);
call tenant_table('visit_requests');
call sight_policy('visit_requests', 'customer_id = app_customer()', 'false');
