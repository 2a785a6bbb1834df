-- The day on which an open invoice was tried because it fell due: once, unless its date is moved later.
alter table invoices add due_tried_on date;
-- Nobody is charged for what fell due before this was promised to work.
update invoices set due_tried_on = current_date where doc = 'open' and effective_due_date <= current_date;
-- A period ends the day before the charge day; drafts of before ended on it.
update invoices set period_start = period_start - 1, period_end = period_end - 1 where source = 'period' and doc = 'draft';
