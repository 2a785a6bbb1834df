-- What a message says of single visits, and which plans it tells of: while it waits, newer news takes its place.
alter table messages add column changes jsonb, add column plans jsonb;
create index messages_plans on messages (organization_id) where plans is not null and status = 'queued';
-- Planned work whose customer will hear of it in a while: until then, its single changes are part of that.
create table plan_waits (
  organization_id uuid not null references organizations(id), series_id uuid not null,
  is_new boolean not null, tell_at timestamptz not null, primary key (organization_id, series_id));
call tenant_table('plan_waits');
