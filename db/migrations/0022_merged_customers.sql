-- The id of a customer who was merged into another leads to that one for ever. Their own row is gone: nothing can be written under the
-- old id any more, which the foreign keys see to, and no list has to leave anybody out. `was` is the row as it was, `outcome` what the
-- merge answered, for whoever asks again.
create table merged_customers (
  organization_id uuid not null references organizations(id), id uuid not null, into_id uuid not null,
  was jsonb not null, outcome jsonb not null, merged_by uuid references people(id), merged_at timestamptz not null default now(),
  primary key (organization_id, id), check (id <> into_id),
  foreign key (organization_id, into_id) references customers (organization_id, id));
create index merged_customers_into on merged_customers (organization_id, into_id);
create index merged_customers_code on merged_customers (organization_id, (was->>'referral_code')) where was->>'referral_code' is not null;
call tenant_table('merged_customers');
-- Whoever sees the customer may know that an older id is theirs.
call sight_policy('merged_customers', 'into_id = app_customer()', 'exists (select 1 from customers c where c.organization_id = merged_customers.organization_id and c.id = merged_customers.into_id)');
-- Whoever was reminded is found by the customer, when theirs become another's.
create index visit_reminders_customer on visit_reminders (organization_id, customer_id);
