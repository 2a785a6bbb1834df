-- Files people add. `purpose` says what a file is for and which columns name its owner: so far a visit; a customer, a person or the organization
-- get a purpose, and a column where one is missing, of their own. The id comes from the device, so that a repeated upload is the same file.
-- A removed file keeps its row, without its bytes: a repeated upload must not bring it back.
create table files (
  organization_id uuid not null references organizations(id), id uuid not null, purpose text not null check (purpose in ('before', 'after', 'signature')),
  series_id uuid, original_date date, customer_id uuid,
  type text not null check (type in ('image/jpeg')), bytes int not null check (bytes > 0), width int not null check (width > 0), height int not null check (height > 0),
  content bytea, thumbnail bytea, label text check (length(label) between 1 and 120),
  person_id uuid not null references people(id), made_at timestamptz not null, received_at timestamptz not null default now(),
  removed_at timestamptz, removed_by uuid references people(id),
  primary key (organization_id, id), foreign key (organization_id, customer_id) references customers (organization_id, id),
  check (purpose not in ('before', 'after', 'signature') or (series_id is not null and original_date is not null and customer_id is not null)),
  check ((removed_at is null) = (content is not null)), check ((content is null) = (thumbnail is null)));
-- Pictures are compressed already.
alter table files alter column content set storage external, alter column thumbnail set storage external;
create index files_visit on files (organization_id, series_id, original_date) where removed_at is null;
create index files_customer on files (organization_id, customer_id);
call tenant_table('files');
-- What a customer signed is for the business; photos of their own place are theirs to see.
call sight_policy('files', 'customer_id = app_customer() and purpose in (''before'', ''after'')', 'crew_has_series(series_id) or exists (select 1 from visits v
  where v.organization_id = files.organization_id and v.series_id = files.series_id and v.original_date = files.original_date)');
revoke delete on files from fieldhive_app;

-- A note may be meant for the customer, too.
alter table visit_notes add column for_customer boolean not null default false;
drop policy sight on visit_notes;
call sight_policy('visit_notes', 'for_customer and customer_id = app_customer()', 'crew_has_series(series_id) or exists (select 1 from visits v
  where v.organization_id = visit_notes.organization_id and v.series_id = visit_notes.series_id and v.original_date = visit_notes.original_date)');
