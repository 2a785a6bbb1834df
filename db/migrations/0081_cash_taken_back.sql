-- A payment recorded by hand may be taken back with a reason; the ledger keeps both.
alter table payments add reversed_at timestamptz, add reversed_by uuid references people(id), add reversal_reason text;
-- What a payment brought, for lists and files.
create index ledger_entries_payment on ledger_entries (organization_id, payment_id) where payment_id is not null;
