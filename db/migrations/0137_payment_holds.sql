-- Work for a customer that waits for money: one row for each customer who was ever held. Held while held_at is set and released_at is not.
-- Visits are not touched; what shows them asks here.
create table payment_holds (
  organization_id uuid not null references organizations(id), customer_id uuid not null,
  held_at timestamptz not null default now(), owed_cents bigint not null,
  released_at timestamptz, released_by uuid references people(id), release_reason text,
  -- What was overdue when the office released it: only more than that holds it again.
  excused_cents bigint not null default 0,
  primary key (organization_id, customer_id), foreign key (organization_id, customer_id) references customers (organization_id, id));
create index payment_holds_open on payment_holds (organization_id) where released_at is null;
call tenant_table('payment_holds');
call sight_policy('payment_holds', 'customer_id = app_customer()', 'exists (select 1 from customers c where c.organization_id = payment_holds.organization_id and c.id = payment_holds.customer_id)');
