-- Who signed in, was refused, changed how they sign in, or took data out: one row each, for a year. Addresses without an
-- account are kept as keyed hashes, since people type passwords into that field.
create table security_events (
  id uuid primary key default uuid7(), at timestamptz not null default now(), event text not null,
  outcome text not null check (outcome in ('success', 'failure')), account_id uuid, account_hash text, person_id uuid,
  real_person_id uuid, organization_id uuid, session_uid text, ip text, agent text, method text, route text,
  request_id text, detail jsonb);
create index security_events_at on security_events (at);
create index security_events_account on security_events (account_id, id desc) where account_id is not null;
create index security_events_person on security_events (person_id, id desc) where person_id is not null;
revoke all on security_events from fieldhive_app;
revoke update on security_events from fieldhive_platform;
-- What became of an act that was refused after it was written down; empty if it was done.
alter table audit add column outcome text;
