-- Money that the office gives a customer: it pays their next invoices, the oldest credit first.
create table credits (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), customer_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0), used_cents bigint not null default 0, reason text not null check (length(reason) between 1 and 500),
  given_by uuid references people(id), given_at timestamptz not null default now(), taken_back_at timestamptz, taken_back_by uuid references people(id),
  primary key (organization_id, id), foreign key (organization_id, customer_id) references customers (organization_id, id),
  check (used_cents between 0 and amount_cents), check (taken_back_at is null or used_cents = 0));
create index credits_customer on credits (organization_id, customer_id, id);
call tenant_table('credits');
call sight_policy('credits', 'customer_id = app_customer()', 'false');
-- What of a credit pays an invoice; it goes back to the credit if the invoice does not need it. Its id is the payment in the ledger.
create table credit_uses (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), credit_id uuid not null, invoice_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0), used_at timestamptz not null default now(), returned_at timestamptz,
  primary key (organization_id, id), foreign key (organization_id, credit_id) references credits (organization_id, id),
  foreign key (organization_id, invoice_id) references invoices (organization_id, id));
create index credit_uses_invoice on credit_uses (organization_id, invoice_id);
create index credit_uses_credit on credit_uses (organization_id, credit_id);
call tenant_table('credit_uses');
call sight_policy('credit_uses', 'customer_has_invoice(invoice_id)', 'false');
-- What of paid_cents was paid with credits.
alter table invoices add column credit_cents bigint not null default 0 check (credit_cents >= 0 and credit_cents <= paid_cents);
