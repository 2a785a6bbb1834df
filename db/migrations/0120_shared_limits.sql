-- Attempts at secrets and requests for mail, counted for all processes together. Keys are hashes.
create table idp_throttle (
  key text primary key, used integer not null, free_at timestamptz not null);
create index idp_throttle_free on idp_throttle (free_at);
revoke all on idp_throttle from fieldhive_app;
