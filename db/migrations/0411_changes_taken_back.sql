-- How an account was signed in to before a change, so that the link in the letter about it can take the change back.
create table idp_undo (
  token_hash text primary key, account_id uuid not null references idp_account(id) on delete cascade,
  change text not null, before_sealed text not null,
  made_at timestamptz not null default now(), expires_at timestamptz not null, used_at timestamptz);
create index idp_undo_account on idp_undo (account_id);
revoke all on idp_undo from fieldhive_app;
