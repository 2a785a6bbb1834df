-- Every act of a crew, applied once and kept: `at` is what the phone's clock said, `waited_ms` how long it lay there, `skew_ms` how far
-- that clock was from ours.
create table crew_commands (
  organization_id uuid not null references organizations(id), person_id uuid not null references people(id), client_id uuid not null,
  kind text not null, at timestamptz, waited_ms bigint not null check (waited_ms >= 0), skew_ms bigint, body jsonb not null, answer jsonb not null,
  received_at timestamptz not null default now(), primary key (organization_id, person_id, client_id));
call tenant_table('crew_commands');
call sight_policy('crew_commands', 'false', 'person_id = app_person()');
revoke delete on crew_commands from fieldhive_app;

-- What a crew did and the office has to look at: work on a visit that was cancelled meanwhile, above all. Nothing of it is charged by itself.
create table crew_reports (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), client_id uuid not null, person_id uuid not null references people(id),
  kind text not null, reason text not null, sentence text, label text, text text,
  series_id uuid, original_date date, customer_id uuid, team_id uuid, service_name text, price_cents bigint check (price_cents >= 0),
  done_at timestamptz not null, done_on date not null, created_at timestamptz not null default now(),
  settled_as text check (settled_as in ('billed', 'dismissed', 'taken_back')), settled_at timestamptz, settled_by uuid references people(id),
  settled_reason text check (length(settled_reason) between 1 and 200), invoice_id uuid,
  primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customers (organization_id, id),
  foreign key (organization_id, invoice_id) references invoices (organization_id, id),
  check ((settled_as is null) = (settled_at is null)), check (settled_as is distinct from 'dismissed' or settled_reason is not null));
create index crew_reports_open on crew_reports (organization_id, done_at) where settled_as is null;
call tenant_table('crew_reports');
call sight_policy('crew_reports', 'false', 'person_id = app_person()');
revoke delete on crew_reports from fieldhive_app;
