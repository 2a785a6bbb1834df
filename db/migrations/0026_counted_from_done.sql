-- Whether a rule's next date counts from the planned one or from the day the work was done, and by how many days a visit may be early or late.
alter table rules add column counts_from text not null default 'schedule' check (counts_from in ('schedule', 'completion'));
alter table rules add column buffer_days integer check (buffer_days between 0 and 60);
