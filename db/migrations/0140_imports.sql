-- A file from another program: uploaded, checked, then written in one transaction.
create table imports (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(),
  state text not null default 'uploaded' check (state in ('uploaded', 'committed', 'undone')),
  source text not null, holds text, report boolean not null default false, file_name text not null check (length(file_name) between 1 and 200),
  encoding text not null, headers jsonb not null, sample jsonb not null, remarks jsonb not null default '[]', row_count int not null check (row_count > 0),
  mapping jsonb not null, choices jsonb not null default '{}', checked jsonb, result jsonb, first_date date,
  created_by uuid references people(id), created_at timestamptz not null default now(), committed_at timestamptz, undone_at timestamptz,
  primary key (organization_id, id), check ((committed_at is null) = (state = 'uploaded')), check ((undone_at is null) = (state <> 'undone')));
create index imports_list on imports (organization_id, id desc);
call tenant_table('imports');
call sight_policy('imports', 'false', 'false');

-- Its rows, compressed; kept only while they may be needed.
create table import_files (
  organization_id uuid not null references organizations(id), import_id uuid not null, rows_gzip text not null, created_at timestamptz not null default now(),
  primary key (organization_id, import_id), foreign key (organization_id, import_id) references imports (organization_id, id));
create index import_files_age on import_files (created_at);
call tenant_table('import_files');
call sight_policy('import_files', 'false', 'false');

-- What an import wrote: how a second run finds it again, and an undo takes it back. `before` is a customer as they were.
-- Addresses and notes of new customers are not listed: they go with them.
create table import_rows (
  organization_id uuid not null references organizations(id), import_id uuid not null, kind text not null
    check (kind in ('customer', 'place', 'note', 'service', 'rule', 'invoice')),
  made_id uuid not null, file_row int, external_key text, before jsonb,
  primary key (organization_id, import_id, kind, made_id), foreign key (organization_id, import_id) references imports (organization_id, id));
create index import_rows_key on import_rows (organization_id, kind, external_key) where external_key is not null;
call tenant_table('import_rows');
call sight_policy('import_rows', 'false', 'false');

-- A place that is written together with its customer, who has its words already, changes nothing about them.
create or replace function copy_address_text() returns trigger language plpgsql as $$
begin
  update customers c set address_text = l.words
    from (select d.customer_id, nullif(concat_ws(' ', p.street, p.city, p.state, p.zip), '') as words
      from (select new.customer_id union select old.customer_id) as d(customer_id)
      left join service_locations p on p.organization_id = coalesce(new.organization_id, old.organization_id) and p.customer_id = d.customer_id and p.is_default) l
    where c.organization_id = coalesce(new.organization_id, old.organization_id) and c.id = l.customer_id and c.address_text is distinct from l.words;
  return null;
end $$;
