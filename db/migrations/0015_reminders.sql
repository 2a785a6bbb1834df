-- Which visits their customers were reminded of, and for which date: a visit that moves is reminded of once more, for its new one.
create table visit_reminders (
  organization_id uuid not null references organizations(id), series_id uuid not null, original_date date not null, date date not null,
  customer_id uuid not null, created_at timestamptz not null default now(),
  primary key (organization_id, series_id, original_date, date),
  foreign key (organization_id, customer_id) references customers (organization_id, id));
create index visit_reminders_date on visit_reminders (organization_id, date);
call tenant_table('visit_reminders');
call sight_policy('visit_reminders', 'false', 'false');
-- The day whose reminders are out, and the organization's revision they were made from: nothing is looked at again before that changes.
alter table organizations add column reminded_on date, add column reminded_revision bigint;
-- On which dates a message says that work is done, as [date, service]: who was told today is not reminded of it today.
alter table messages add column tells jsonb;
create index messages_tells on messages (organization_id, customer_id, created_at) where tells is not null;
