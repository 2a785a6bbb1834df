-- The voided invoice that this one corrects.
alter table invoices add column replaces_id uuid,
  add foreign key (organization_id, replaces_id) references invoices (organization_id, id);
create index invoices_replaces on invoices (organization_id, replaces_id) where replaces_id is not null;
