-- Roles of the one door: neither owns a table, so forced row security binds both.
do $$ begin
  create role fieldhive_app nologin;
exception when duplicate_object or unique_violation then null; end $$;
do $$ begin
  create role fieldhive_platform nologin;
exception when duplicate_object or unique_violation then null; end $$;
do $$ begin
  execute format('grant fieldhive_app, fieldhive_platform to %I', current_user);
exception when others then null; end $$;
grant usage on schema public to fieldhive_app, fieldhive_platform;
alter default privileges in schema public grant select, insert, update, delete on tables to fieldhive_platform;
alter default privileges in schema public grant select, insert, update, delete on tables to fieldhive_app;

-- Time-ordered ids (UUID version 7).
create function uuid7() returns uuid language sql volatile as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$;

-- What the current transaction may see; set by the door, local to it.
create function app_org() returns uuid language sql stable as $$ select nullif(current_setting('app.organization_id', true), '')::uuid $$;
create function app_sight() returns text language sql stable as $$ select coalesce(current_setting('app.sight', true), '') $$;
create function app_person() returns uuid language sql stable as $$ select nullif(current_setting('app.person_id', true), '')::uuid $$;
create function app_customer() returns uuid language sql stable as $$ select nullif(current_setting('app.customer_id', true), '')::uuid $$;
create function app_teams() returns uuid[] language sql stable as $$ select coalesce(nullif(current_setting('app.team_ids', true), ''), '{}')::uuid[] $$;

-- Walls in a tenant: its organization always; where given, what a customer or a crew may see of it.
create procedure tenant_table(name text) language plpgsql as $$
begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('create policy tenant on %I to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org())', name);
  execute format('create policy platform on %I to fieldhive_platform using (true) with check (true)', name);
end $$;
create procedure sight_policy(name text, customer_sees text, team_sees text) language plpgsql as $$
begin
  execute format('create policy sight on %I as restrictive to fieldhive_app using (app_sight() = ''all'' or (app_sight() = ''customer'' and (%s)) or (app_sight() = ''team'' and (%s)))',
    name, customer_sees, team_sees);
end $$;

-- ── Identity provider (global) ──────────────────────────────────────────────────────────────────────────────────────
create table idp_account (
  id uuid primary key default uuid7(), email text not null, email_verified boolean not null default false, name text,
  password_hash text, created_at timestamptz not null default now(), disabled_at timestamptz);
create unique index idp_account_email on idp_account (lower(email));
create table idp_payload (
  model text not null, id text not null, payload jsonb not null, grant_id text, user_code text, uid text,
  consumed_at timestamptz, expires_at timestamptz, primary key (model, id));
create index idp_payload_grant on idp_payload (grant_id);
create index idp_payload_uid on idp_payload (model, uid);
create index idp_payload_expiry on idp_payload (expires_at);
create table idp_key (kid text primary key, jwk jsonb not null, created_at timestamptz not null default now());
create table idp_link ( -- one-time links: verify an address, reset a password
  token_hash text primary key, account_id uuid not null references idp_account(id) on delete cascade, purpose text not null check (purpose in ('verify', 'reset')),
  expires_at timestamptz not null, used_at timestamptz);
create table setting (key text primary key, value jsonb not null); -- secrets and marks of this installation

-- ── People (global: a person may belong to several organizations) ───────────────────────────────────────────────────
create table people (
  id uuid primary key default uuid7(), email text not null, name text, phone_number text, avatar_url text,
  status text not null default 'active' check (status in ('invited', 'active', 'inactive')),
  platform_role text check (platform_role in ('admin', 'sales')),
  time_zone text, locale text not null default 'en-US', theme text not null default 'system' check (theme in ('system', 'light', 'dark')),
  preferred_contact text not null default 'email' check (preferred_contact in ('email', 'sms', 'phone')),
  notification_prefs jsonb not null default '{"email_general":true,"sms_general":false,"product_updates":false,"billing_alerts":true}',
  active_organization_id uuid, created_at timestamptz not null default now(), updated_at timestamptz not null default now());
create unique index people_email on people (lower(email));
create table person_identities (
  issuer text not null, subject text not null, person_id uuid not null references people(id), created_at timestamptz not null default now(),
  primary key (issuer, subject));
create index person_identities_person on person_identities (person_id);
create table impersonations (
  id uuid primary key default uuid7(), admin_id uuid not null references people(id), target_id uuid not null references people(id),
  session_hash text not null unique, started_at timestamptz not null default now(), expires_at timestamptz not null, ended_at timestamptz);
create table sse_tickets (token_hash text primary key, person_id uuid not null, organization_id uuid, expires_at timestamptz not null, actor jsonb not null);
create table platform_leads (
  id uuid primary key default uuid7(), email text not null, name text, company text, phone text, source text not null default 'get_started',
  origin text, path text, stage text not null default 'new' check (stage in ('new', 'contacted', 'qualified', 'proposal', 'negotiation', 'closed')),
  status text not null default 'open' check (status in ('open', 'won', 'lost', 'archived')), priority text not null default 'normal' check (priority in ('normal', 'high')),
  assigned_to_person_id uuid references people(id), next_action_at timestamptz, calendly_event_url text, organization_id uuid, version int not null default 1,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now());
create unique index platform_leads_email on platform_leads (lower(email));
create table platform_lead_notes (id uuid primary key default uuid7(), lead_id uuid not null references platform_leads(id), author_id uuid references people(id), text text not null, created_at timestamptz not null default now());

-- ── Organization ────────────────────────────────────────────────────────────────────────────────────────────────────
create table organizations (
  id uuid primary key default uuid7(), organization_id uuid generated always as (id) stored,
  slug text not null unique, name text not null, status text not null default 'active' check (status in ('active', 'inactive')),
  industry text not null default 'Other', website text, phone_number text, email text, street text, city text, state text, zip text,
  service_area_zipcodes text[] not null default '{}', services_rendered text[] not null default '{}', insurance_provider text,
  time_zone text not null default 'America/New_York', owner_person_id uuid references people(id),
  signup_open boolean not null default true, activate_signups boolean not null default false,
  customer_due_day int not null default 28 check (customer_due_day between 1 and 28),
  estimated_customers int not null default 1 check (estimated_customers >= 0), onboarding_step text, onboarded_at timestamptz,
  schedule_settings jsonb not null default '{}', version int not null default 1,
  revision bigint not null default 0, next_invoice_number bigint not null default 1,
  stripe_account_id text unique, stripe_charges_enabled boolean not null default false, stripe_payouts_enabled boolean not null default false,
  stripe_details_submitted boolean not null default false, stripe_requirements_due int not null default 0, stripe_disabled_reason text, stripe_checked_at timestamptz,
  platform_customer_id text, platform_subscription_id text, subscription_status text not null default 'trialing', trial_ends_at timestamptz,
  platform_default_pm text, platform_pm_summary jsonb, cancel_at_period_end boolean not null default false, platform_period_end timestamptz, platform_due_day int not null default 28,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now());
call tenant_table('organizations');
create table business_hours (
  organization_id uuid not null references organizations(id), weekday smallint not null check (weekday between 0 and 6),
  opens_minutes int check (opens_minutes between 0 and 1439), closes_minutes int check (closes_minutes between 1 and 1440), is_closed boolean not null,
  primary key (organization_id, weekday), check (is_closed or (opens_minutes is not null and closes_minutes is not null and closes_minutes > opens_minutes)));
call tenant_table('business_hours');
create table closed_dates (organization_id uuid not null references organizations(id), date date not null, reason text, primary key (organization_id, date));
call tenant_table('closed_dates');

create table teams (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), name text not null, color text, version int not null default 1,
  created_at timestamptz not null default now(), deleted_at timestamptz, primary key (organization_id, id));
create unique index teams_name on teams (organization_id, lower(name)) where deleted_at is null;
call tenant_table('teams');

create table customers (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), person_id uuid references people(id),
  status text not null default 'lead' check (status in ('lead', 'active', 'paused', 'archived')), was_active boolean not null default false,
  name text, email text, phone_number text, phone_display text, street text, city text, state text, zip text,
  team_id uuid, tags text[] not null default '{}', available_days text[] not null default '{}',
  services_selected jsonb not null default '[]', service_frequency text, service_interval int,
  reminder_opt_in boolean not null default true, invoice_email_opt_in boolean not null default true, sms_opt_in boolean not null default false,
  autopay_enabled boolean not null default false, autopay_oneoffs boolean not null default false, autopay_cap_cents bigint, preferred_charge_day int check (preferred_charge_day between 1 and 28),
  stripe_customer_id text, default_payment_method_id text, out_of_area boolean not null default false,
  signup_lead_id uuid, signup_completed_at timestamptz, paused_from date, resume_on date, pause_reason text, archived_reason text,
  referral_count int not null default 0, referral_code text, version int not null default 1, created_at timestamptz not null default now(), updated_at timestamptz not null default now(), archived_at timestamptz,
  search text generated always as (lower(coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone_number, '') || ' ' || coalesce(street, '') || ' ' || coalesce(city, '') || ' ' || coalesce(zip, ''))) stored,
  primary key (organization_id, id), foreign key (organization_id, team_id) references teams (organization_id, id));
create unique index customers_email on customers (organization_id, lower(email)) where email is not null;
create unique index customers_person on customers (organization_id, person_id) where person_id is not null;
create index customers_list on customers (organization_id, status, id desc);
create index customers_team on customers (organization_id, team_id);
call tenant_table('customers');

create table memberships (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), person_id uuid not null references people(id),
  role text not null check (role in ('owner', 'manager', 'payee', 'crew_owner', 'crew_leader', 'crew_member', 'user')),
  status text not null default 'active' check (status in ('invited', 'active', 'inactive')),
  customer_id uuid, team_id uuid, created_at timestamptz not null default now(),
  is_customer boolean generated always as (role = 'user') stored,
  primary key (organization_id, id), unique (organization_id, person_id, is_customer),
  check ((role = 'user') = (customer_id is not null)),
  foreign key (organization_id, customer_id) references customers (organization_id, id),
  foreign key (organization_id, team_id) references teams (organization_id, id));
create unique index memberships_one_owner on memberships (organization_id) where role = 'owner';
create index memberships_person on memberships (person_id);
create index memberships_team on memberships (organization_id, team_id);
call tenant_table('memberships');
alter table people add foreign key (active_organization_id) references organizations(id);

create table customer_notes (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), customer_id uuid not null, author_id uuid references people(id), author_name text,
  text text not null check (length(text) between 1 and 5000), created_at timestamptz not null default now(), primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customers (organization_id, id));
create index customer_notes_list on customer_notes (organization_id, customer_id, id desc);
call tenant_table('customer_notes');

create table service_locations (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), customer_id uuid not null, label text not null default 'Home',
  street text not null, city text not null, state text not null, zip text not null, is_default boolean not null default false,
  created_at timestamptz not null default now(), primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customers (organization_id, id));
create unique index service_locations_default on service_locations (organization_id, customer_id) where is_default;
create index service_locations_customer on service_locations (organization_id, customer_id);
call tenant_table('service_locations');

-- Sign-up leads: the wizard's state before there is a customer; keyed by an opaque token.
create table signup_leads (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), token_hash text not null unique, invitation_id uuid,
  email text not null, step text not null default 'address', data jsonb not null default '{}', customer_id uuid,
  completed_at timestamptz, created_at timestamptz not null default now(), updated_at timestamptz not null default now(), primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customers (organization_id, id));
call tenant_table('signup_leads');

-- Every code people are invited by, hashed; the plain code of links an office shows again is sealed with the installation's secret.
create table invitations (
  id uuid primary key default uuid7(), organization_id uuid references organizations(id),
  kind text not null check (kind in ('permanent', 'customer', 'staff', 'owner')), via text not null check (via in ('link', 'qr', 'email', 'sms')),
  code_hash text not null unique, code_sealed text not null, email text, phone text, name text, role text, team_id uuid,
  status text not null default 'pending' check (status in ('pending', 'sent', 'failed', 'opened', 'accepted', 'revoked')),
  prefill jsonb not null default '{}', uses int not null default 0, single_use boolean not null default true,
  created_by uuid references people(id), accepted_by uuid references people(id), accepted_at timestamptz,
  created_at timestamptz not null default now(), expires_at timestamptz, ticket_url text);
create unique index invitations_permanent on invitations (organization_id) where kind = 'permanent' and status <> 'revoked';
create index invitations_list on invitations (organization_id, kind, id desc);
create index invitations_email on invitations (kind, lower(email));
call tenant_table('invitations');

create table services (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), key text not null, name text not null, description text not null default '',
  equipment_needed text, price_cents bigint not null check (price_cents >= 0), currency text not null default 'USD', estimated_minutes int not null default 60 check (estimated_minutes >= 0),
  crew_members_needed int check (crew_members_needed >= 0), materials text, notes text, active boolean not null default true, version int not null default 1,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(), primary key (organization_id, id), unique (organization_id, key));
call tenant_table('services');

-- ── Schedule ────────────────────────────────────────────────────────────────────────────────────────────────────────
-- A rule is one segment of a series; a visit's identity is (series_id, original_date) for ever.
create table rules (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), series_id uuid not null,
  customer_id uuid not null, service_id uuid not null, location_id uuid, team_id uuid,
  pattern text not null check (pattern in ('once', 'weekly', 'every_x_weeks', 'monthly', 'every_x_months', 'every_6_months')),
  interval int not null default 1 check (interval between 1 and 26), weekdays smallint[], month_week smallint,
  anchor_date date not null, start_date date not null, end_date date, season_start_month smallint, season_end_month smallint,
  start_minutes int check (start_minutes between 0 and 1439), duration_minutes int check (duration_minutes between 1 and 1440),
  price_cents bigint check (price_cents >= 0), billing_mode text not null default 'per_visit' check (billing_mode in ('per_visit', 'per_period', 'none')),
  notes text, created_by uuid references people(id), created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customers (organization_id, id),
  foreign key (organization_id, service_id) references services (organization_id, id),
  foreign key (organization_id, location_id) references service_locations (organization_id, id),
  foreign key (organization_id, team_id) references teams (organization_id, id),
  check (end_date is null or end_date >= start_date));
create index rules_window on rules (organization_id, start_date, end_date);
create index rules_series on rules (organization_id, series_id, start_date);
create index rules_customer on rules (organization_id, customer_id);
create index rules_team on rules (organization_id, team_id);
call tenant_table('rules');

create table invoices (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), number bigint, customer_id uuid not null,
  doc text not null default 'draft' check (doc in ('draft', 'scheduled', 'open', 'void', 'uncollectible')),
  money text not null default 'none' check (money in ('none', 'processing', 'failed', 'partial', 'paid', 'refunded', 'partially_refunded', 'disputed')),
  sent_at timestamptz, issued_at timestamptz, paid_at timestamptz, currency text not null default 'USD',
  subtotal_cents bigint not null default 0 check (subtotal_cents >= 0), discount_cents bigint not null default 0, tax_cents bigint not null default 0, tip_cents bigint not null default 0,
  total_cents bigint not null default 0 check (total_cents >= 0), paid_cents bigint not null default 0 check (paid_cents >= 0), refunded_cents bigint not null default 0 check (refunded_cents >= 0),
  due_date date, effective_due_date date, due_date_overridden boolean not null default false, charge_on date, period_start date, period_end date,
  source text not null default 'visit', rule_id uuid, series_id uuid, original_date date,
  customer_name text, customer_email text, customer_phone text, street text, city text, state text, zip text,
  failure_code text, failure_sentence text, retry_count int not null default 0, next_retry_at timestamptz,
  pay_token_hash text unique, pay_token_sealed text, pay_token_expires_at timestamptz, payment_method_kind text,
  version int not null default 1, created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (organization_id, id), unique (organization_id, number),
  foreign key (organization_id, customer_id) references customers (organization_id, id),
  check (refunded_cents <= paid_cents), check (doc in ('draft', 'void') or number is not null));
create index invoices_list on invoices (organization_id, id desc);
create index invoices_customer on invoices (organization_id, customer_id, id desc);
create index invoices_retry on invoices (next_retry_at) where next_retry_at is not null;
call tenant_table('invoices');

create table invoice_lines (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), invoice_id uuid not null, position int not null,
  service_id uuid, service_key text, description text not null, quantity numeric(10,2) not null default 1 check (quantity > 0),
  unit_price_cents bigint not null, discount_cents bigint not null default 0, tax_cents bigint not null default 0, total_cents bigint not null,
  series_id uuid, original_date date, primary key (organization_id, id), unique (organization_id, invoice_id, position),
  foreign key (organization_id, invoice_id) references invoices (organization_id, id));
create unique index invoice_lines_visit on invoice_lines (organization_id, series_id, original_date) where series_id is not null; -- a visit is billed once
call tenant_table('invoice_lines');

create table visits ( -- only once touched
  organization_id uuid not null references organizations(id), series_id uuid not null, original_date date not null, rule_id uuid not null, customer_id uuid not null,
  date date not null, start_minutes int check (start_minutes between 0 and 1439), start_is_own boolean not null default false,
  duration_minutes int check (duration_minutes between 1 and 1440), team_id uuid, team_is_own boolean not null default false, price_cents bigint check (price_cents >= 0),
  status text not null default 'scheduled' check (status in ('scheduled', 'in_progress', 'completed', 'skipped')),
  skip_reason text check (skip_reason in ('staff', 'customer', 'paused', 'weather', 'payment')),
  notes text, completed_at timestamptz, completed_by uuid references people(id), completion_via text, invoice_id uuid,
  service_name text, version int not null default 1, updated_at timestamptz not null default now(), created_at timestamptz not null default now(),
  primary key (organization_id, series_id, original_date),
  foreign key (organization_id, rule_id) references rules (organization_id, id),
  foreign key (organization_id, customer_id) references customers (organization_id, id),
  foreign key (organization_id, team_id) references teams (organization_id, id),
  foreign key (organization_id, invoice_id) references invoices (organization_id, id));
create index visits_date on visits (organization_id, date);
create index visits_original on visits (organization_id, original_date);
create index visits_customer on visits (organization_id, customer_id, date desc);
create index visits_invoice on visits (organization_id, invoice_id);
call tenant_table('visits');

create table misc_events (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), title text not null, date date not null,
  start_minutes int check (start_minutes between 0 and 1439), duration_minutes int not null default 60 check (duration_minutes > 0), notes text, team_id uuid,
  created_by uuid references people(id), created_at timestamptz not null default now(), updated_at timestamptz not null default now(), primary key (organization_id, id),
  foreign key (organization_id, team_id) references teams (organization_id, id));
create index misc_events_date on misc_events (organization_id, date);
call tenant_table('misc_events');

create table customer_requests (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), customer_id uuid not null, series_id uuid not null, original_date date not null, date date not null,
  action text not null check (action in ('reschedule', 'cancel')), reason text check (length(reason) <= 500), preferred_dates date[] not null default '{}',
  status text not null default 'requested' check (status in ('requested', 'approved', 'denied', 'withdrawn', 'expired')),
  resolution_reason text, resolved_at timestamptz, resolved_by uuid references people(id), created_at timestamptz not null default now(), primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customers (organization_id, id));
create unique index customer_requests_open on customer_requests (organization_id, series_id, original_date) where status = 'requested';
create index customer_requests_list on customer_requests (organization_id, status, id desc);
call tenant_table('customer_requests');

create table shifts (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), person_id uuid not null references people(id), team_id uuid,
  started_at timestamptz not null default now(), ended_at timestamptz, start_lat double precision, start_lng double precision, start_accuracy double precision,
  end_lat double precision, end_lng double precision, end_accuracy double precision, primary key (organization_id, id),
  foreign key (organization_id, team_id) references teams (organization_id, id));
create unique index shifts_running on shifts (organization_id, person_id) where ended_at is null;
create index shifts_list on shifts (organization_id, started_at desc);
call tenant_table('shifts');

-- ── Money ───────────────────────────────────────────────────────────────────────────────────────────────────────────
create table payment_methods (
  organization_id uuid not null references organizations(id), id text not null, customer_id uuid not null,
  type text not null check (type in ('card', 'us_bank_account')), brand text, last4 text, exp_month int, exp_year int, bank_name text,
  status text not null default 'active' check (status in ('pending_verification', 'active', 'failed', 'detached')), mandate text, setup_intent_id text,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(), primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customers (organization_id, id));
create index payment_methods_customer on payment_methods (organization_id, customer_id);
call tenant_table('payment_methods');

create table consents (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), customer_id uuid, signup_lead_id uuid,
  kind text not null check (kind in ('autopay', 'autopay_oneoffs', 'sms')), accepted boolean not null, text text not null, text_hash text not null, cap_cents bigint,
  accepted_at timestamptz not null default now(), ip text, agent text, revoked_at timestamptz, primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customers (organization_id, id));
create index consents_customer on consents (organization_id, customer_id, kind);
call tenant_table('consents');

create table payment_intents ( -- one live intent an invoice: stored before it is confirmed
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), invoice_id uuid not null, n int not null, account text not null, provider_id text unique,
  amount_cents bigint not null check (amount_cents > 0), currency text not null default 'USD', status text not null default 'planned', key_create text not null unique,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(), primary key (organization_id, id), unique (organization_id, invoice_id, n),
  foreign key (organization_id, invoice_id) references invoices (organization_id, id));
create unique index payment_intents_live on payment_intents (organization_id, invoice_id) where status not in ('succeeded', 'canceled');
call tenant_table('payment_intents');

create table charge_attempts (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), invoice_id uuid not null, payment_intent_row uuid not null, n int not null,
  via text not null check (via in ('autopay', 'staff', 'pay_page', 'retry')), payment_method_id text, key_confirm text not null unique,
  state text not null default 'started' check (state in ('started', 'confirming', 'processing', 'unknown', 'succeeded', 'failed', 'requires_action', 'abandoned')),
  decline_code text, error_sentence text, actor_id uuid, next_check_at timestamptz, created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (organization_id, id), unique (organization_id, invoice_id, n),
  foreign key (organization_id, invoice_id) references invoices (organization_id, id),
  foreign key (organization_id, payment_intent_row) references payment_intents (organization_id, id));
create unique index charge_attempts_open on charge_attempts (organization_id, invoice_id) where state in ('started', 'confirming', 'processing', 'unknown');
create index charge_attempts_unsettled on charge_attempts (next_check_at) where state in ('started', 'confirming', 'processing', 'unknown');
call tenant_table('charge_attempts');

create table payments ( -- one fact a captured (or failed) provider payment
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), invoice_id uuid, customer_id uuid, provider_intent_id text, provider_charge_id text, account text,
  kind text not null default 'provider' check (kind in ('provider', 'cash', 'check', 'other')),
  amount_cents bigint not null, currency text not null default 'USD', fee_cents bigint, net_cents bigint, refunded_cents bigint not null default 0 check (refunded_cents >= 0 and refunded_cents <= amount_cents),
  status text not null check (status in ('succeeded', 'processing', 'requires_capture', 'requires_payment_method', 'requires_action', 'canceled', 'failed', 'refunded', 'partially_refunded', 'disputed')),
  description text, customer_name text, customer_email text, pm_type text, card_brand text, last4 text, failure_code text, failure_sentence text,
  captured_at timestamptz, created_at timestamptz not null default now(), updated_at timestamptz not null default now(), primary key (organization_id, id), unique (organization_id, provider_intent_id),
  foreign key (organization_id, invoice_id) references invoices (organization_id, id),
  foreign key (organization_id, customer_id) references customers (organization_id, id));
create index payments_list on payments (organization_id, created_at desc, id desc);
create index payments_invoice on payments (organization_id, invoice_id);
call tenant_table('payments');

create table refunds (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), payment_id uuid not null, amount_cents bigint not null check (amount_cents > 0), reason text,
  key text not null unique, provider_id text unique, state text not null default 'started' check (state in ('started', 'unknown', 'pending', 'succeeded', 'failed')),
  error_sentence text, actor_id uuid, created_at timestamptz not null default now(), updated_at timestamptz not null default now(), primary key (organization_id, id),
  foreign key (organization_id, payment_id) references payments (organization_id, id));
create index refunds_unsettled on refunds (updated_at) where state in ('started', 'unknown', 'pending');
call tenant_table('refunds');

create table disputes (
  organization_id uuid not null references organizations(id), id text not null, payment_id uuid not null, amount_cents bigint not null, status text not null, reason text, due_by timestamptz,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(), primary key (organization_id, id),
  foreign key (organization_id, payment_id) references payments (organization_id, id));
call tenant_table('disputes');

create table ledger_entries ( -- append only; each fact's entries sum to zero
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), fact text not null, account text not null check (account in ('provider_balance', 'receivable', 'revenue', 'fees', 'cash', 'disputes')),
  amount_cents bigint not null, currency text not null default 'USD', invoice_id uuid, payment_id uuid, at timestamptz not null default now(),
  primary key (organization_id, id), unique (organization_id, fact, account));
create index ledger_entries_at on ledger_entries (organization_id, at);
call tenant_table('ledger_entries');
revoke update, delete on ledger_entries from fieldhive_app, fieldhive_platform;

create table provider_events ( -- the webhook inbox: stored, answered, then applied by a job
  account text not null, event_id text not null, kind text not null, type text not null, object_id text, payload jsonb not null,
  received_at timestamptz not null default now(), processed_at timestamptz, tries int not null default 0, error text, primary key (account, event_id));
create index provider_events_open on provider_events (received_at) where processed_at is null;

-- ── What happened, what was sent, what was asked ────────────────────────────────────────────────────────────────────
create table events (
  organization_id uuid not null references organizations(id), number bigint not null, type text not null, data jsonb not null, actor_id uuid, real_actor_id uuid,
  customer_id uuid, team_ids uuid[] not null default '{}', at timestamptz not null default now(), primary key (organization_id, number));
call tenant_table('events');
revoke update, delete on events from fieldhive_app;

create table audit (
  id uuid primary key default uuid7(), organization_id uuid references organizations(id), actor_id uuid, real_actor_id uuid, impersonation_id uuid, action text not null, entity text, entity_id text,
  before jsonb, after jsonb, request_id text, ip text, at timestamptz not null default now());
create index audit_list on audit (organization_id, id desc);
call tenant_table('audit');
revoke update, delete on audit from fieldhive_app, fieldhive_platform;

create table messages ( -- every e-mail and SMS, in the order it was asked for
  id uuid primary key default uuid7(), organization_id uuid references organizations(id), customer_id uuid, person_id uuid, channel text not null check (channel in ('email', 'sms')),
  template text not null, category text not null default 'service', once_key text unique, recipient text not null, subject text, text text not null, html text,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed', 'suppressed')), error text, provider_id text, tries int not null default 0,
  created_at timestamptz not null default now(), sent_at timestamptz);
create index messages_list on messages (organization_id, id desc);
create index messages_queue on messages (created_at) where status = 'queued';
call tenant_table('messages');

create table idempotency_keys (
  organization_id uuid not null references organizations(id), person_id uuid not null, call text not null, key text not null, body_hash text not null, status int, answer jsonb,
  created_at timestamptz not null default now(), primary key (organization_id, person_id, call, key));
create index idempotency_keys_age on idempotency_keys (created_at);
call tenant_table('idempotency_keys');

-- ── Sight inside an organization ────────────────────────────────────────────────────────────────────────────────────
-- A crew sees a visit moved away from its rule's team and the other way round; the look past the wall is this function only.
create function crew_has_series(series uuid) returns boolean language sql stable security definer set search_path = public as $$
  select exists (select 1 from rules where organization_id = app_org() and series_id = series and team_id = any (app_teams()))
$$;
create function crew_has_customer(customer uuid) returns boolean language sql stable security definer set search_path = public as $$
  select exists (select 1 from rules where organization_id = app_org() and customer_id = customer and team_id = any (app_teams()))
      or exists (select 1 from visits where organization_id = app_org() and customer_id = customer and team_id = any (app_teams()))
$$;
create function crew_has_invoice(invoice uuid) returns boolean language sql stable security definer set search_path = public as $$
  select exists (select 1 from visits v left join rules r on r.organization_id = v.organization_id and r.id = v.rule_id
    where v.organization_id = app_org() and v.invoice_id = invoice and coalesce(v.team_id, r.team_id) = any (app_teams()))
$$;
create function customer_has_invoice(invoice uuid) returns boolean language sql stable security definer set search_path = public as $$
  select exists (select 1 from invoices where organization_id = app_org() and id = invoice and customer_id = app_customer() and doc <> 'draft')
$$;
do $$ declare f text; begin
  foreach f in array array['crew_has_series(uuid)', 'crew_has_customer(uuid)', 'crew_has_invoice(uuid)', 'customer_has_invoice(uuid)'] loop
    execute format('grant create on schema public to fieldhive_platform');
    execute format('alter function %s owner to fieldhive_platform', f);
    execute format('revoke create on schema public from fieldhive_platform');
  end loop;
end $$;

call sight_policy('customers', 'id = app_customer()', 'team_id = any (app_teams()) or crew_has_customer(id)');
call sight_policy('memberships', 'person_id = app_person()', 'person_id = app_person() or team_id = any (app_teams())');
call sight_policy('customer_notes', 'false', 'crew_has_customer(customer_id)');
call sight_policy('service_locations', 'customer_id = app_customer()', 'crew_has_customer(customer_id)');
call sight_policy('rules', 'customer_id = app_customer()', 'team_id = any (app_teams()) or crew_has_series(series_id) or crew_has_customer(customer_id)');
call sight_policy('visits', 'customer_id = app_customer()', 'team_id = any (app_teams()) or crew_has_series(series_id)');
call sight_policy('invoices', 'customer_id = app_customer() and doc <> ''draft''', 'crew_has_invoice(id)');
call sight_policy('invoice_lines', 'customer_has_invoice(invoice_id)', 'crew_has_invoice(invoice_id)');
call sight_policy('misc_events', 'false', 'team_id is null or team_id = any (app_teams())');
call sight_policy('customer_requests', 'customer_id = app_customer()', 'crew_has_series(series_id)');
call sight_policy('shifts', 'false', 'person_id = app_person() or team_id = any (app_teams())');
call sight_policy('payment_methods', 'customer_id = app_customer()', 'false');
call sight_policy('consents', 'customer_id = app_customer()', 'false');
call sight_policy('payments', 'customer_id = app_customer()', 'false');
call sight_policy('refunds', 'false', 'false');
call sight_policy('disputes', 'false', 'false');
call sight_policy('ledger_entries', 'false', 'false');
call sight_policy('signup_leads', 'customer_id = app_customer()', 'false');

-- Global tables hold no tenant's rows for the tenant role to read.
revoke all on idp_account, idp_payload, idp_key, idp_link, setting, impersonations, sse_tickets, platform_leads, platform_lead_notes, provider_events, person_identities from fieldhive_app;
revoke delete on people from fieldhive_app;
alter table people enable row level security;
alter table people force row level security;
create policy same_organization on people to fieldhive_app using (id = app_person() or exists (
  select 1 from memberships m where m.organization_id = app_org() and m.person_id = people.id)) with check (id = app_person());
create policy platform on people to fieldhive_platform using (true) with check (true);
