-- Customers who asked a business to close their account with it, and what it answered. One of them at a time is open.
create table leave_requests (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), customer_id uuid not null,
  reason text check (length(reason) <= 500), status text not null default 'requested' check (status in ('requested', 'withdrawn', 'archived', 'kept')),
  answer text check (length(answer) <= 500), created_at timestamptz not null default now(), resolved_at timestamptz, resolved_by uuid references people(id),
  primary key (organization_id, id), foreign key (organization_id, customer_id) references customers (organization_id, id));
create unique index leave_requests_open on leave_requests (organization_id, customer_id) where status = 'requested';
create index leave_requests_customer on leave_requests (organization_id, customer_id, id desc);
call tenant_table('leave_requests');
call sight_policy('leave_requests', 'customer_id = app_customer()', 'false');
