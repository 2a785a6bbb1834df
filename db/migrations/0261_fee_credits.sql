-- The credit that a late fee became which was paid before it was taken away: it must not be paid back a second time.
alter table invoices add column fee_credit_id uuid;
alter table invoices add foreign key (organization_id, fee_credit_id) references credits (organization_id, id);
