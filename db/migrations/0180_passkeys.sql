-- Passkeys of an account. `rp_id` is the host name they were made for: under another one they do not work.
create table idp_passkey (
  id uuid primary key default uuid7(), account_id uuid not null references idp_account(id) on delete cascade,
  credential_id text not null unique, public_key text not null, counter bigint not null default 0,
  transports text[] not null default '{}', is_synced boolean not null default false, rp_id text not null,
  name text not null check (length(name) between 1 and 100), created_at timestamptz not null default now(), used_at timestamptz);
create index idp_passkey_account on idp_passkey (account_id);
revoke all on idp_passkey from fieldhive_app;
