-- Many bills sent with one press; how far it has come survives any restart.
create table invoice_runs (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), invoice_ids uuid[] not null,
  next_index int not null default 0, sent int not null default 0, not_sent int not null default 0, author_id uuid references people(id),
  created_at timestamptz not null default now(), done_at timestamptz, primary key (organization_id, id));
call tenant_table('invoice_runs');
call sight_policy('invoice_runs', 'false', 'false');
-- What is still to collect, whatever the number of paid invoices.
create index invoices_to_collect on invoices (organization_id, effective_due_date)
  where doc in ('draft', 'open') and money in ('none', 'processing', 'failed', 'partial');
