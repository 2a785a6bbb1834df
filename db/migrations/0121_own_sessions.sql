-- Where each sign-in was last used, for people to look at and to end. A row outlives its session by
-- an hour, so that access tokens which are still valid can be refused.
create table idp_session (
  uid text primary key, account_id uuid not null references idp_account(id) on delete cascade,
  agent text, ip text, started_at timestamptz not null default now(), seen_at timestamptz not null default now(), ended_at timestamptz);
create index idp_session_account on idp_session (account_id);
revoke all on idp_session from fieldhive_app;
