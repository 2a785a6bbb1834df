-- Which provider charge an attempt ended in, so that an old decline is never taken for a new one.
alter table charge_attempts add column provider_charge_id text;
create index charge_attempts_charge on charge_attempts (organization_id, provider_charge_id) where provider_charge_id is not null;
alter table invoices add column notes text;
create index invoices_charge_on on invoices (charge_on) where doc = 'scheduled' and money = 'none';
create index invoices_due on invoices (organization_id, effective_due_date, id);
create index payments_fee_open on payments (captured_at) where fee_cents is null and captured_at is not null;
-- A refund we gave because an invoice was paid twice is not an act of the office.
alter table refunds add column automatic boolean not null default false;
alter table payment_methods add column last_return_code text;
create index payment_methods_pending on payment_methods (updated_at) where status = 'pending_verification';
-- When money began to be owed for the platform itself, and how many subscriptions there were: each has its own key.
alter table organizations add column past_due_since timestamptz, add column subscription_number int not null default 0;
