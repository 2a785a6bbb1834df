-- The link in the letter of a failed charge: it replaces the card and tries that charge once more. It opens nothing else, and works once.
create table card_links (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), invoice_id uuid not null,
  failed_attempt_id uuid not null, token_hash text not null unique, expires_at timestamptz not null, setup_intent_id text,
  used_at timestamptz, payment_method_id text, retry_attempt_id uuid, refusal_sentence text, created_at timestamptz not null default now(),
  primary key (organization_id, id), foreign key (organization_id, invoice_id) references invoices (organization_id, id));
create index card_links_retry on card_links (organization_id, retry_attempt_id) where retry_attempt_id is not null;
create index card_links_invoice on card_links (organization_id, invoice_id);
call tenant_table('card_links');
call sight_policy('card_links', 'false', 'false');
