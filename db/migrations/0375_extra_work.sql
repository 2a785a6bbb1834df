-- Work a customer asked for at the door: the office confirms a price before it is on a bill. `unit_price_cents` is the price of the list until then.
create table extra_work (
  organization_id uuid not null references organizations(id), id uuid not null, series_id uuid not null, original_date date not null, customer_id uuid not null,
  team_id uuid, person_id uuid not null references people(id), service_id uuid, description text not null check (length(description) between 1 and 200),
  quantity numeric(7,2) not null check (quantity > 0), unit_price_cents bigint check (unit_price_cents >= 0), note text check (length(note) between 1 and 500),
  done_at timestamptz not null, done_on date not null, created_at timestamptz not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'billed', 'rejected', 'taken_back')),
  settled_at timestamptz, settled_by uuid references people(id), reason text check (length(reason) between 1 and 200), invoice_id uuid,
  primary key (organization_id, id), foreign key (organization_id, customer_id) references customers (organization_id, id),
  foreign key (organization_id, service_id) references services (organization_id, id), foreign key (organization_id, invoice_id) references invoices (organization_id, id),
  check ((state = 'waiting') = (settled_at is null)), check (state <> 'rejected' or reason is not null), check (state <> 'billed' or invoice_id is not null));
create index extra_work_open on extra_work (organization_id, done_at) where state in ('waiting', 'confirmed');
create index extra_work_visit on extra_work (organization_id, series_id, original_date);
call tenant_table('extra_work');
call sight_policy('extra_work', 'false', 'person_id = app_person() or crew_has_series(series_id) or exists (select 1 from visits v
  where v.organization_id = extra_work.organization_id and v.series_id = extra_work.series_id and v.original_date = extra_work.original_date)');
revoke delete on extra_work from fieldhive_app;
