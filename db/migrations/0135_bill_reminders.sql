-- Reminders of an unpaid bill: one row for each bill and step of the owner's schedule, written with the message.
-- A due date that is moved begins a new schedule. One message may remind of several bills.
create table bill_reminders (
  organization_id uuid not null references organizations(id), invoice_id uuid not null, due_on date not null, step integer not null,
  message_id uuid, created_at timestamptz not null default now(),
  primary key (organization_id, invoice_id, due_on, step),
  foreign key (organization_id, invoice_id) references invoices (organization_id, id));
create index bill_reminders_message on bill_reminders (organization_id, message_id);
call tenant_table('bill_reminders');
call sight_policy('bill_reminders', 'false', 'false');
-- False: the office reminds this customer in person.
alter table customers add column bill_reminders boolean not null default true;
