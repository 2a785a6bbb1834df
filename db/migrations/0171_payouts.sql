-- What the provider paid to the business's bank, and the transactions behind each payout.
create table payouts (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), account text not null, provider_id text not null,
  amount_cents bigint not null, currency text not null, status text not null check (status in ('pending', 'in_transit', 'paid', 'failed', 'canceled')),
  -- Only of automatic payouts does the provider say what is in them, and only later.
  automatic boolean not null, is_reconciled boolean not null default false,
  arrival_date date not null, made_at timestamptz not null, failure_sentence text,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (organization_id, id), unique (account, provider_id));
create index payouts_made on payouts (organization_id, made_at desc, id desc);
call tenant_table('payouts');
call sight_policy('payouts', 'false', 'false');
create table payout_lines (
  organization_id uuid not null references organizations(id), transaction_id text not null, payout_id uuid not null,
  type text not null, amount_cents bigint not null, fee_cents bigint not null, net_cents bigint not null, made_at timestamptz not null,
  -- What it is about at the provider, and the facts of our ledger that must add up to it.
  source_id text, facts text[] not null default '{}',
  primary key (organization_id, transaction_id), foreign key (organization_id, payout_id) references payouts (organization_id, id));
create index payout_lines_payout on payout_lines (organization_id, payout_id);
call tenant_table('payout_lines');
call sight_policy('payout_lines', 'false', 'false');
-- The business's bank account takes what is paid out; tips are not revenue.
alter table ledger_entries drop constraint ledger_entries_account_check;
alter table ledger_entries add constraint ledger_entries_account_check
  check (account in ('provider_balance', 'receivable', 'revenue', 'fees', 'cash', 'disputes', 'tax', 'customer_credit', 'credits_given', 'bank', 'tips'));
