-- What is printed before an invoice's number, as it was when the invoice was issued.
alter table invoices add column number_prefix text not null default '';
-- The document a message carries: its kind and id. It is drawn when the message leaves.
alter table messages add column document jsonb;
