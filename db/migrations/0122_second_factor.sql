-- A second factor of an account: codes of an authenticator app, and recovery codes for when the phone is
-- gone. `last_step` is the last time step whose code was used: each one counts once.
create table idp_factor (
  account_id uuid primary key references idp_account(id) on delete cascade, secret_sealed text not null,
  last_step bigint not null default 0, created_at timestamptz not null default now(), confirmed_at timestamptz);
create table idp_recovery (
  account_id uuid not null references idp_account(id) on delete cascade, code_hash text not null, used_at timestamptz,
  primary key (account_id, code_hash));
revoke all on idp_factor, idp_recovery from fieldhive_app;
-- Whether staff need a second factor here.
alter table organizations add column requires_second_factor boolean not null default false;
