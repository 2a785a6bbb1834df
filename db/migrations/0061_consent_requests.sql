-- Asking a customer for a higher limit: planned work costs more than they agreed to. One is open at a time.
create table consent_requests (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), customer_id uuid not null,
  old_cap_cents bigint not null, new_cap_cents bigint not null check (new_cap_cents > old_cap_cents),
  token_hash text not null unique, token_sealed text not null, asked_at timestamptz not null default now(),
  answer text check (answer in ('agreed', 'declined', 'overtaken')), answered_at timestamptz, consent_id uuid,
  primary key (organization_id, id), foreign key (organization_id, customer_id) references customers (organization_id, id),
  foreign key (organization_id, consent_id) references consents (organization_id, id));
create unique index consent_requests_open on consent_requests (organization_id, customer_id) where answer is null;
create index consent_requests_list on consent_requests (organization_id, customer_id, asked_at desc);
call tenant_table('consent_requests');
call sight_policy('consent_requests', 'customer_id = app_customer()', 'false');
