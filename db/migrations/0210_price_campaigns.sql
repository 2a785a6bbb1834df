-- Prices of many series raised from one day on, with what was there before, so that all of it can be undone.
create table price_campaigns (
  organization_id uuid not null default app_org() references organizations(id), id uuid not null default uuid7(),
  filter jsonb not null, raise jsonb not null, effective_on date not null, subject text not null, text text not null, tells boolean not null,
  state text not null default 'running' check (state in ('running', 'undone')),
  author_id uuid references people(id), created_at timestamptz not null default now(),
  undone_by uuid references people(id), undone_at timestamptz, primary key (organization_id, id),
  check ((state = 'undone') = (undone_at is not null)));
call tenant_table('price_campaigns');
call sight_policy('price_campaigns', 'false', 'false');

-- One series each. `image` holds the segments as they were and those that were made; `digest` is the plan right after.
create table price_campaign_lines (
  organization_id uuid not null default app_org() references organizations(id), campaign_id uuid not null, series_id uuid not null, customer_id uuid not null,
  service_id uuid not null, place text, was_cents bigint, old_cents bigint not null check (old_cents >= 0), new_cents bigint not null check (new_cents > old_cents),
  need_cents bigint not null, asks boolean not null, monthly_cents bigint not null, first_on date,
  image jsonb not null, digest text not null,
  tell text check (tell in ('raised', 'withdrawn')), -- what its customer is still to be told
  told_at timestamptz,
  outcome text check (outcome in ('restored', 'price_restored', 'edited', 'ended')),
  primary key (organization_id, campaign_id, series_id),
  foreign key (organization_id, campaign_id) references price_campaigns (organization_id, id) on delete cascade,
  foreign key (organization_id, customer_id) references customers (organization_id, id),
  foreign key (organization_id, service_id) references services (organization_id, id));
create index price_campaign_lines_customer on price_campaign_lines (organization_id, customer_id);
create index price_campaign_lines_series on price_campaign_lines (organization_id, series_id);
create index price_campaign_lines_untold on price_campaign_lines (organization_id, campaign_id) where tell is not null;
call tenant_table('price_campaign_lines');
call sight_policy('price_campaign_lines', 'false', 'false');
