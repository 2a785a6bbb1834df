-- When somebody's work for an organization ended, and who ended it.
alter table memberships add column ended_at timestamptz, add column ended_by uuid references people(id);

-- The owner offers the business to somebody on the staff, who accepts or not. At most one offer is open.
create table ownership_offers (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(),
  from_person_id uuid not null references people(id), to_person_id uuid not null references people(id),
  status text not null default 'open' check (status in ('open', 'accepted', 'declined', 'withdrawn')),
  created_at timestamptz not null default now(), answered_at timestamptz, expires_at timestamptz not null default now() + interval '7 days',
  primary key (organization_id, id));
create unique index ownership_offers_open on ownership_offers (organization_id) where status = 'open';
call tenant_table('ownership_offers');
call sight_policy('ownership_offers', 'false', 'false');
