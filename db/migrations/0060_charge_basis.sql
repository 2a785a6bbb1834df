-- What a charge rests on: the customer's consent, or their approval of that one invoice, which the office writes down.
create table charge_approvals (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), invoice_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0), name text not null, words text not null, recorded_by uuid references people(id),
  created_at timestamptz not null default now(), primary key (organization_id, id),
  foreign key (organization_id, invoice_id) references invoices (organization_id, id));
create index charge_approvals_invoice on charge_approvals (organization_id, invoice_id);
call tenant_table('charge_approvals');
call sight_policy('charge_approvals', 'false', 'false');
alter table charge_attempts add column consent_id uuid, add column approval_id uuid,
  add foreign key (organization_id, consent_id) references consents (organization_id, id),
  add foreign key (organization_id, approval_id) references charge_approvals (organization_id, id);
