-- A late fee is an invoice of its own. Each invoice gets at most one, and none again after it was waived.
alter table invoices add column late_fee_of_id uuid,
  add foreign key (organization_id, late_fee_of_id) references invoices (organization_id, id),
  add check ((source = 'late_fee') = (late_fee_of_id is not null));
create unique index invoices_late_fee on invoices (organization_id, late_fee_of_id) where late_fee_of_id is not null;
-- What a reminder announced: no more than that is charged, and not before that day.
alter table bill_reminders add column late_fee_cents bigint check (late_fee_cents > 0), add column late_fee_on date;
