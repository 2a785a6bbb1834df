-- What becomes of a rule's dates on which the organization is closed: they move to the next open day, or are left out.
alter table rules add column skips_closed boolean not null default false;
