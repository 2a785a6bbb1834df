-- Why an automatic charge was not made, until the invoice is charged or settled.
alter table invoices add refusal_code text, add refusal_sentence text;
create index invoices_refused on invoices (organization_id) where refusal_code is not null;
create index charge_attempts_recent on charge_attempts (organization_id, created_at);
