-- The few uses of credits that were paid back, without reading all that paid invoices: every list of customers sums them.
create index credit_uses_paid_back on credit_uses (organization_id, credit_id) where method is not null and returned_at is null;
