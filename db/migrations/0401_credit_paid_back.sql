-- A customer's own money that waits as a credit can be paid back to them by hand: a use of the credit that pays no invoice.
alter table credit_uses alter column invoice_id drop not null,
  add column method text check (method in ('cash', 'check', 'other')), add column note text check (length(note) between 1 and 500),
  add column paid_by uuid references people(id), add constraint credit_uses_invoice_or_method check ((invoice_id is null) <> (method is null));
drop policy sight on credit_uses;
call sight_policy('credit_uses', 'case when invoice_id is null then credit_id in (select id from credits where customer_id = app_customer()) else customer_has_invoice(invoice_id) end', 'false');
