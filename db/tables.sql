-- Every table as the migrations leave it, to read: written by npm run schema, run by nobody.

create table announcements (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  subject text not null,
  text text not null,
  filter jsonb default '{}' not null,
  state text default 'sending' not null,
  customer_ids uuid[] not null,
  next_index integer default 0 not null,
  per_hour integer default 200 not null,
  author_id uuid,
  created_at timestamptz default now() not null,
  ended_at timestamptz,
  kind text default 'announcement_service' not null,
  by_email boolean default true not null,
  by_text boolean default false not null,
  next_at timestamptz default now() not null,
  primary key (organization_id, id),
  foreign key (author_id) references people(id),
  foreign key (organization_id) references organizations(id),
  check (kind in ('announcement_service', 'promotion')),
  check (state in ('sending', 'stopped', 'sent'))
);
alter table announcements force row level security;
create policy platform on announcements to fieldhive_platform using (true) with check (true);
create policy sight on announcements as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and false);
create policy tenant on announcements to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table applicator_licenses (
  organization_id uuid default app_org() not null,
  person_id uuid not null,
  number text not null,
  updated_at timestamptz default now() not null,
  primary key (organization_id, person_id),
  foreign key (organization_id) references organizations(id),
  foreign key (person_id) references people(id),
  check (length(number) >= 1 and length(number) <= 60)
);
alter table applicator_licenses force row level security;
create policy platform on applicator_licenses to fieldhive_platform using (true) with check (true);
create policy sight on applicator_licenses as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and person_id = app_person());
create policy tenant on applicator_licenses to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table audit (
  id uuid default uuid7() not null,
  organization_id uuid default app_org(),
  actor_id uuid,
  real_actor_id uuid,
  impersonation_id uuid,
  action text not null,
  entity text,
  entity_id text,
  before jsonb,
  after jsonb,
  request_id text,
  ip text,
  at timestamptz default now() not null,
  outcome text,
  primary key (id)
);
create index audit_at on audit (at);
create index audit_entity on audit (organization_id, entity_id, id desc) where (entity_id is not null);
create index audit_list on audit (organization_id, id desc);
create index audit_refused on audit (organization_id, request_id) where (outcome is not null);
alter table audit force row level security;
create policy platform on audit to fieldhive_platform using (true) with check (true);
create policy sight on audit as restrictive for select to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and at = now() or (select app_sight() = 'team') and at = now());
create policy tenant on audit to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table backups (
  id uuid default uuid7() not null,
  at timestamptz not null,
  file text,
  row_count integer,
  fault text,
  primary key (id),
  check (num_nulls(file, row_count) in (0, 2)),
  check ((file is null) <> (fault is null))
);

create table bill_reminders (
  organization_id uuid default app_org() not null,
  invoice_id uuid not null,
  due_on date not null,
  step integer not null,
  message_id uuid,
  created_at timestamptz default now() not null,
  late_fee_cents bigint,
  late_fee_on date,
  primary key (organization_id, invoice_id, due_on, step),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, invoice_id) references invoices(organization_id, id),
  check (late_fee_cents > 0)
);
create index bill_reminders_message on bill_reminders (organization_id, message_id);
alter table bill_reminders force row level security;
create policy platform on bill_reminders to fieldhive_platform using (true) with check (true);
create policy sight on bill_reminders as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and false);
create policy tenant on bill_reminders to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table book_checks (
  organization_id uuid default app_org() not null,
  on_day date not null,
  checked_at timestamptz default now() not null,
  rows_checked integer not null,
  differences integer not null,
  first jsonb,
  untold integer default 0 not null,
  primary key (organization_id),
  foreign key (organization_id) references organizations(id)
);
alter table book_checks force row level security;
create policy platform on book_checks to fieldhive_platform using (true) with check (true);
create policy sight on book_checks as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and false);
create policy tenant on book_checks to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table business_hours (
  organization_id uuid default app_org() not null,
  weekday smallint not null,
  opens_minutes integer,
  closes_minutes integer,
  is_closed boolean not null,
  primary key (organization_id, weekday),
  foreign key (organization_id) references organizations(id),
  check (is_closed or opens_minutes is not null and closes_minutes is not null and closes_minutes > opens_minutes),
  check (closes_minutes >= 1 and closes_minutes <= 2160),
  check (opens_minutes >= 0 and opens_minutes <= 1439),
  check (weekday >= 0 and weekday <= 6)
);
alter table business_hours force row level security;
create policy platform on business_hours to fieldhive_platform using (true) with check (true);
create policy tenant on business_hours to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table calendar_feeds (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  person_id uuid not null,
  scope text not null,
  team_id uuid,
  token_hash text not null,
  token_sealed text not null,
  created_at timestamptz default now() not null,
  read_at timestamptz,
  revoked_at timestamptz,
  primary key (organization_id, id),
  unique (token_hash),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, team_id) references teams(organization_id, id),
  foreign key (person_id) references people(id),
  check (team_id is null or scope = 'schedule'),
  check (scope in ('schedule', 'own_teams', 'own_visits'))
);
create unique index calendar_feeds_one on calendar_feeds (organization_id, person_id, scope, coalesce(team_id, '00000000-0000-0000-0000-000000000000'::uuid)) where (revoked_at is null);
alter table calendar_feeds force row level security;
create policy platform on calendar_feeds to fieldhive_platform using (true) with check (true);
create policy sight on calendar_feeds as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and person_id = app_person() or (select app_sight() = 'team') and person_id = app_person());
create policy tenant on calendar_feeds to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table canned_replies (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  title text not null,
  text text not null,
  updated_at timestamptz default now() not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organizations(id)
);
alter table canned_replies force row level security;
create policy platform on canned_replies to fieldhive_platform using (true) with check (true);
create policy sight on canned_replies as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and false);
create policy tenant on canned_replies to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table card_links (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  invoice_id uuid not null,
  failed_attempt_id uuid not null,
  token_hash text not null,
  expires_at timestamptz not null,
  setup_intent_id text,
  used_at timestamptz,
  payment_method_id text,
  retry_attempt_id uuid,
  refusal_sentence text,
  created_at timestamptz default now() not null,
  primary key (organization_id, id),
  unique (token_hash),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, invoice_id) references invoices(organization_id, id)
);
create index card_links_invoice on card_links (organization_id, invoice_id);
create index card_links_retry on card_links (organization_id, retry_attempt_id) where (retry_attempt_id is not null);
alter table card_links force row level security;
create policy platform on card_links to fieldhive_platform using (true) with check (true);
create policy sight on card_links as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and false);
create policy tenant on card_links to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table charge_approvals (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  invoice_id uuid not null,
  amount_cents bigint not null,
  name text not null,
  words text not null,
  recorded_by uuid,
  created_at timestamptz default now() not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, invoice_id) references invoices(organization_id, id),
  foreign key (recorded_by) references people(id),
  check (amount_cents > 0)
);
create index charge_approvals_invoice on charge_approvals (organization_id, invoice_id);
alter table charge_approvals force row level security;
create policy platform on charge_approvals to fieldhive_platform using (true) with check (true);
create policy sight on charge_approvals as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and false);
create policy tenant on charge_approvals to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table charge_attempts (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  invoice_id uuid not null,
  payment_intent_row uuid not null,
  n integer not null,
  via text not null,
  payment_method_id text,
  key_confirm text not null,
  state text default 'started' not null,
  decline_code text,
  error_sentence text,
  actor_id uuid,
  next_check_at timestamptz,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  provider_charge_id text,
  consent_id uuid,
  approval_id uuid,
  starts_at timestamptz,
  primary key (organization_id, id),
  unique (key_confirm),
  unique (organization_id, invoice_id, n),
  foreign key (organization_id, approval_id) references charge_approvals(organization_id, id),
  foreign key (organization_id, consent_id) references consents(organization_id, id),
  foreign key (organization_id, invoice_id) references invoices(organization_id, id),
  foreign key (organization_id, payment_intent_row) references payment_intents(organization_id, id),
  check (state in ('started', 'confirming', 'processing', 'unknown', 'succeeded', 'failed', 'requires_action', 'abandoned')),
  check (via in ('autopay', 'staff', 'pay_page', 'retry', 'portal'))
);
create index charge_attempts_charge on charge_attempts (organization_id, provider_charge_id) where (provider_charge_id is not null);
create unique index charge_attempts_open on charge_attempts (organization_id, invoice_id) where (state in ('started', 'confirming', 'processing', 'unknown'));
create index charge_attempts_recent on charge_attempts (organization_id, created_at);
create index charge_attempts_unsettled on charge_attempts (next_check_at) where (state in ('started', 'confirming', 'processing', 'unknown'));
alter table charge_attempts force row level security;
create policy platform on charge_attempts to fieldhive_platform using (true) with check (true);
create policy sight on charge_attempts as restrictive for select to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and (customer_has_invoice(invoice_id) or created_at = now()) or (select app_sight() = 'team') and (crew_has_invoice(invoice_id) or created_at = now()));
create policy tenant on charge_attempts to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table chosen_ends (
  organization_id uuid default app_org() not null,
  series_id uuid not null,
  end_date date not null,
  chosen_at timestamptz default now() not null,
  primary key (organization_id, series_id)
);
alter table chosen_ends force row level security;
create policy platform on chosen_ends to fieldhive_platform using (true) with check (true);
create policy sight on chosen_ends as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and false);
create policy tenant on chosen_ends to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table closed_dates (
  organization_id uuid default app_org() not null,
  date date not null,
  reason text,
  primary key (organization_id, date),
  foreign key (organization_id) references organizations(id)
);
alter table closed_dates force row level security;
create policy platform on closed_dates to fieldhive_platform using (true) with check (true);
create policy tenant on closed_dates to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table consent_requests (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  customer_id uuid not null,
  old_cap_cents bigint not null,
  new_cap_cents bigint not null,
  token_hash text not null,
  token_sealed text not null,
  asked_at timestamptz default now() not null,
  answer text,
  answered_at timestamptz,
  consent_id uuid,
  primary key (organization_id, id),
  unique (token_hash),
  foreign key (organization_id, consent_id) references consents(organization_id, id),
  foreign key (organization_id, customer_id) references customers(organization_id, id),
  foreign key (organization_id) references organizations(id),
  check (answer in ('agreed', 'declined', 'overtaken')),
  check (new_cap_cents > old_cap_cents)
);
create index consent_requests_list on consent_requests (organization_id, customer_id, asked_at desc);
create unique index consent_requests_open on consent_requests (organization_id, customer_id) where (answer is null);
alter table consent_requests force row level security;
create policy platform on consent_requests to fieldhive_platform using (true) with check (true);
create policy sight on consent_requests as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and customer_id = app_customer() or (select app_sight() = 'team') and false);
create policy tenant on consent_requests to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table consents (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  customer_id uuid,
  signup_lead_id uuid,
  kind text not null,
  accepted boolean not null,
  text text not null,
  text_hash text not null,
  cap_cents bigint,
  accepted_at timestamptz default now() not null,
  ip text,
  agent text,
  revoked_at timestamptz,
  page text,
  primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customers(organization_id, id),
  foreign key (organization_id) references organizations(id),
  check (kind in ('autopay', 'autopay_oneoffs', 'sms', 'sms_marketing'))
);
create index consents_customer on consents (organization_id, customer_id, kind);
alter table consents force row level security;
create policy platform on consents to fieldhive_platform using (true) with check (true);
create policy sight on consents as restrictive to fieldhive_app using (app_sight() = 'all' or app_sight() = 'customer' and customer_id = app_customer() or app_sight() = 'team' and false);
create policy tenant on consents to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table credit_uses (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  credit_id uuid not null,
  invoice_id uuid,
  amount_cents bigint not null,
  used_at timestamptz default now() not null,
  returned_at timestamptz,
  method text,
  note text,
  paid_by uuid,
  primary key (organization_id, id),
  foreign key (organization_id, credit_id) references credits(organization_id, id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, invoice_id) references invoices(organization_id, id),
  foreign key (paid_by) references people(id),
  check (amount_cents > 0),
  check ((invoice_id is null) <> (method is null)),
  check (method in ('cash', 'check', 'other')),
  check (length(note) >= 1 and length(note) <= 500)
);
create index credit_uses_credit on credit_uses (organization_id, credit_id);
create index credit_uses_invoice on credit_uses (organization_id, invoice_id);
create index credit_uses_paid_back on credit_uses (organization_id, credit_id) where ((method is not null) and (returned_at is null));
alter table credit_uses force row level security;
create policy platform on credit_uses to fieldhive_platform using (true) with check (true);
create policy sight on credit_uses as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and case when invoice_id is null then (credit_id in (select credits.id from credits where credits.customer_id = app_customer())) else customer_has_invoice(invoice_id) end or (select app_sight() = 'team') and false);
create policy tenant on credit_uses to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table credits (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  customer_id uuid not null,
  amount_cents bigint not null,
  used_cents bigint default 0 not null,
  reason text not null,
  given_by uuid,
  given_at timestamptz default now() not null,
  taken_back_at timestamptz,
  taken_back_by uuid,
  held_at timestamptz,
  primary key (organization_id, id),
  foreign key (given_by) references people(id),
  foreign key (organization_id, customer_id) references customers(organization_id, id),
  foreign key (organization_id) references organizations(id),
  foreign key (taken_back_by) references people(id),
  check (amount_cents > 0),
  check (used_cents >= 0 and used_cents <= amount_cents),
  check (length(reason) >= 1 and length(reason) <= 500)
);
create index credits_customer on credits (organization_id, customer_id, id);
alter table credits force row level security;
create policy platform on credits to fieldhive_platform using (true) with check (true);
create policy sight on credits as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and customer_id = app_customer() or (select app_sight() = 'team') and false);
create policy tenant on credits to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table crew_commands (
  organization_id uuid default app_org() not null,
  person_id uuid not null,
  client_id uuid not null,
  kind text not null,
  at timestamptz,
  waited_ms bigint not null,
  skew_ms bigint,
  body jsonb not null,
  answer jsonb not null,
  received_at timestamptz default now() not null,
  primary key (organization_id, person_id, client_id),
  foreign key (organization_id) references organizations(id),
  foreign key (person_id) references people(id),
  check (waited_ms >= 0)
);
create index crew_commands_last on crew_commands (organization_id, person_id, received_at desc);
alter table crew_commands force row level security;
create policy platform on crew_commands to fieldhive_platform using (true) with check (true);
create policy sight on crew_commands as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and person_id = app_person());
create policy tenant on crew_commands to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table crew_reports (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  client_id uuid not null,
  person_id uuid not null,
  kind text not null,
  reason text not null,
  sentence text,
  label text,
  text text,
  series_id uuid,
  original_date date,
  customer_id uuid,
  team_id uuid,
  service_name text,
  price_cents bigint,
  done_at timestamptz not null,
  done_on date not null,
  created_at timestamptz default now() not null,
  settled_as text,
  settled_at timestamptz,
  settled_by uuid,
  settled_reason text,
  invoice_id uuid,
  primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customers(organization_id, id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, invoice_id) references invoices(organization_id, id),
  foreign key (person_id) references people(id),
  foreign key (settled_by) references people(id),
  check ((settled_as is null) = (settled_at is null)),
  check (settled_as is distinct from 'dismissed' or settled_reason is not null),
  check (price_cents >= 0),
  check (settled_as in ('billed', 'dismissed', 'taken_back')),
  check (length(settled_reason) >= 1 and length(settled_reason) <= 200)
);
create index crew_reports_customer on crew_reports (organization_id, customer_id) where (customer_id is not null);
create index crew_reports_open on crew_reports (organization_id, done_at) where (settled_as is null);
alter table crew_reports force row level security;
create policy platform on crew_reports to fieldhive_platform using (true) with check (true);
create policy sight on crew_reports as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and person_id = app_person());
create policy tenant on crew_reports to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table customer_notes (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  customer_id uuid not null,
  author_id uuid,
  author_name text,
  text text not null,
  created_at timestamptz default now() not null,
  primary key (organization_id, id),
  foreign key (author_id) references people(id),
  foreign key (organization_id, customer_id) references customers(organization_id, id),
  check (length(text) >= 1 and length(text) <= 5000)
);
create index customer_notes_list on customer_notes (organization_id, customer_id, id desc);
alter table customer_notes force row level security;
create policy platform on customer_notes to fieldhive_platform using (true) with check (true);
create policy sight on customer_notes as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and crew_has_customer(customer_id));
create policy tenant on customer_notes to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table customer_requests (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  customer_id uuid not null,
  series_id uuid not null,
  original_date date not null,
  date date not null,
  action text not null,
  reason text,
  preferred_dates date[] default '{}'::date[] not null,
  status text default 'requested' not null,
  resolution_reason text,
  resolved_at timestamptz,
  resolved_by uuid,
  created_at timestamptz default now() not null,
  primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customers(organization_id, id),
  foreign key (resolved_by) references people(id),
  check (action in ('reschedule', 'cancel')),
  check (length(reason) <= 500),
  check (status in ('requested', 'approved', 'denied', 'withdrawn', 'expired'))
);
create index customer_requests_customer on customer_requests (organization_id, customer_id, id desc);
create index customer_requests_list on customer_requests (organization_id, status, id desc);
create unique index customer_requests_open on customer_requests (organization_id, series_id, original_date) where (status = 'requested');
alter table customer_requests force row level security;
create policy platform on customer_requests to fieldhive_platform using (true) with check (true);
create policy sight on customer_requests as restrictive to fieldhive_app using (app_sight() = 'all' or app_sight() = 'customer' and customer_id = app_customer() or app_sight() = 'team' and (crew_has_series(series_id) or (exists (select 1 from visits v where v.organization_id = customer_requests.organization_id and v.series_id = customer_requests.series_id and v.original_date = customer_requests.original_date and (v.team_id = any (app_teams()))))));
create policy tenant on customer_requests to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table customers (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  person_id uuid,
  status text default 'lead' not null,
  was_active boolean default false not null,
  name text,
  email text,
  phone_number text,
  phone_display text,
  team_id uuid,
  tags text[] default '{}'::text[] not null,
  available_days text[] default '{}'::text[] not null,
  services_selected jsonb default '[]' not null,
  service_frequency text,
  service_interval integer,
  reminder_opt_in boolean default true not null,
  invoice_email_opt_in boolean default true not null,
  sms_opt_in boolean default false not null,
  autopay_enabled boolean default false not null,
  autopay_oneoffs boolean default false not null,
  autopay_cap_cents bigint,
  preferred_charge_day integer,
  stripe_customer_id text,
  default_payment_method_id text,
  out_of_area boolean default false not null,
  signup_lead_id uuid,
  signup_completed_at timestamptz,
  paused_from date,
  resume_on date,
  pause_reason text,
  archived_reason text,
  referral_count integer default 0 not null,
  referral_code text,
  version integer default 1 not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  archived_at timestamptz,
  promotions_off_at timestamptz,
  wishes_before jsonb,
  wishes_changed_at timestamptz,
  referred_by uuid,
  address_text text,
  gate_code text,
  locale text,
  signup_seen_at timestamptz,
  notices_off text[] default '{}'::text[] not null,
  invoice_sending text,
  tax_certificate text,
  tax_exempt_until date,
  bill_reminders boolean default true not null,
  gate_code_sealed text,
  search text generated always as (customer_text(name, email, phone_number, address_text, tags)) stored,
  primary key (organization_id, id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, team_id) references teams(organization_id, id),
  foreign key (person_id) references people(id),
  foreign key (organization_id, referred_by) references customers(organization_id, id),
  check (length(gate_code) >= 1 and length(gate_code) <= 40),
  check (invoice_sending in ('on_completion', 'daily', 'weekly', 'monthly', 'by_hand')),
  check (locale in ('en', 'es')),
  check (notices_off <@ array['email_general', 'billing_alerts']),
  check (preferred_charge_day >= 1 and preferred_charge_day <= 28),
  check (referred_by <> id),
  check (status in ('lead', 'active', 'paused', 'archived'))
);
create index customers_active on customers (organization_id, id) where (status = 'active');
create index customers_archived on customers (organization_id, id) where (status = 'archived');
create unique index customers_email on customers (organization_id, lower(email)) where (email is not null);
create index customers_leads on customers (organization_id, id) where (status = 'lead');
create index customers_number on customers (organization_id, split_part(phone_number, ';', 1)) where (phone_number is not null);
create index customers_paused on customers (organization_id, id) where (status = 'paused');
create unique index customers_person on customers (organization_id, person_id) where (person_id is not null);
create index customers_plain_gate_code on customers (id) where (gate_code is not null);
create unique index customers_referral_code on customers (organization_id, referral_code) where (referral_code is not null);
create index customers_referred on customers (organization_id, referred_by) where (referred_by is not null);
create index customers_resume on customers (organization_id, resume_on) where ((status = 'paused') and (resume_on is not null));
create index customers_signups on customers (organization_id, signup_completed_at desc) where ((signup_completed_at is not null) and (signup_seen_at is null));
create index customers_team on customers (organization_id, team_id);
create index customers_wishes on customers (organization_id) where (wishes_changed_at is not null);
create trigger note_change after update on customers for each row when (not (old.gate_code is not null and new.gate_code is null and old.gate_code_sealed is null and new.gate_code_sealed is not null)) execute function note_change('customer', 'version,updated_at,search,referral_count,referral_code,wishes_before,signup_seen_at,stripe_customer_id,was_active,phone_display', 'gate_code,gate_code_sealed');
alter table customers force row level security;
create policy platform on customers to fieldhive_platform using (true) with check (true);
create policy sight on customers as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and id = app_customer() or (select app_sight() = 'team') and ((team_id = any (app_teams())) or crew_has_customer(id)));
create policy tenant on customers to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table disputes (
  organization_id uuid default app_org() not null,
  id text not null,
  payment_id uuid not null,
  amount_cents bigint not null,
  status text not null,
  reason text,
  due_by timestamptz,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  evidence text,
  evidence_by uuid,
  evidence_sent_at timestamptz,
  settled_as text,
  settled_at timestamptz,
  primary key (organization_id, id),
  foreign key (evidence_by) references people(id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, payment_id) references payments(organization_id, id),
  check (settled_as in ('owed', 'written_off'))
);
create index disputes_payment on disputes (organization_id, payment_id);
alter table disputes force row level security;
create policy platform on disputes to fieldhive_platform using (true) with check (true);
create policy sight on disputes as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and (payment_id in (select payments.id from payments where payments.customer_id = app_customer())) or (select app_sight() = 'team') and false);
create policy tenant on disputes to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table erasures (
  id uuid default uuid7() not null,
  person_id uuid not null,
  asked_at timestamptz default now() not null,
  due_at timestamptz not null,
  cancelled_at timestamptz,
  told_at timestamptz,
  done_at timestamptz,
  primary key (id),
  foreign key (person_id) references people(id)
);
create index erasures_due on erasures (due_at) where ((cancelled_at is null) and (done_at is null));
create unique index erasures_open on erasures (person_id) where ((cancelled_at is null) and (done_at is null));

create table events (
  organization_id uuid default app_org() not null,
  number bigint not null,
  type text not null,
  data jsonb not null,
  actor_id uuid,
  real_actor_id uuid,
  customer_id uuid,
  team_ids uuid[] default '{}'::uuid[] not null,
  at timestamptz default now() not null,
  primary key (organization_id, number)
);
create index events_moves on events (organization_id, at) where (type = 'visit.rescheduled');
alter table events force row level security;
create policy platform on events to fieldhive_platform using (true) with check (true);
create policy sight on events as restrictive for select to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and (customer_id = app_customer() or at = now()) or (select app_sight() = 'team') and (team_ids && app_teams() or at = now()));
create policy tenant on events to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table export_parts (
  organization_id uuid default app_org() not null,
  export_id uuid not null,
  n integer not null,
  content bytea not null,
  primary key (organization_id, export_id, n),
  foreign key (organization_id, export_id) references exports(organization_id, id) on delete cascade,
  foreign key (organization_id) references organizations(id)
);
alter table export_parts force row level security;
create policy platform on export_parts to fieldhive_platform using (true) with check (true);
create policy sight on export_parts as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and false);
create policy tenant on export_parts to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table exports (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  state text default 'building' not null,
  asked_by uuid,
  run integer default 0 not null,
  percent smallint default 0 not null,
  row_count bigint,
  byte_count bigint,
  created_at timestamptz default now() not null,
  ended_at timestamptz,
  expires_at timestamptz,
  primary key (organization_id, id),
  foreign key (asked_by) references people(id),
  foreign key (organization_id) references organizations(id),
  check ((ended_at is null) = (state = 'building')),
  check ((expires_at is not null) = (state = 'ready')),
  check (percent >= 0 and percent <= 100),
  check (state in ('building', 'ready', 'failed'))
);
create unique index exports_one_at_a_time on exports (organization_id) where (state = 'building');
alter table exports force row level security;
create policy platform on exports to fieldhive_platform using (true) with check (true);
create policy sight on exports as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and false);
create policy tenant on exports to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table extra_work (
  organization_id uuid default app_org() not null,
  id uuid not null,
  series_id uuid not null,
  original_date date not null,
  customer_id uuid not null,
  team_id uuid,
  person_id uuid not null,
  service_id uuid,
  description text not null,
  quantity numeric(7,2) not null,
  unit_price_cents bigint,
  note text,
  done_at timestamptz not null,
  done_on date not null,
  created_at timestamptz default now() not null,
  state text default 'waiting' not null,
  settled_at timestamptz,
  settled_by uuid,
  reason text,
  invoice_id uuid,
  primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customers(organization_id, id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, invoice_id) references invoices(organization_id, id),
  foreign key (organization_id, service_id) references services(organization_id, id),
  foreign key (person_id) references people(id),
  foreign key (settled_by) references people(id),
  check ((state = 'waiting') = (settled_at is null)),
  check (state <> 'rejected' or reason is not null),
  check (state <> 'billed' or invoice_id is not null),
  check (length(description) >= 1 and length(description) <= 200),
  check (length(note) >= 1 and length(note) <= 500),
  check (quantity > 0::numeric),
  check (length(reason) >= 1 and length(reason) <= 200),
  check (state in ('waiting', 'confirmed', 'billed', 'rejected', 'taken_back')),
  check (unit_price_cents >= 0)
);
create index extra_work_customer on extra_work (organization_id, customer_id);
create index extra_work_open on extra_work (organization_id, done_at) where (state in ('waiting', 'confirmed'));
create index extra_work_visit on extra_work (organization_id, series_id, original_date);
alter table extra_work force row level security;
create policy platform on extra_work to fieldhive_platform using (true) with check (true);
create policy sight on extra_work as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and (person_id = app_person() or crew_has_series(series_id) or (exists (select 1 from visits v where v.organization_id = extra_work.organization_id and v.series_id = extra_work.series_id and v.original_date = extra_work.original_date))));
create policy tenant on extra_work to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table files (
  organization_id uuid default app_org() not null,
  id uuid not null,
  purpose text not null,
  series_id uuid,
  original_date date,
  customer_id uuid,
  type text not null,
  bytes integer not null,
  width integer not null,
  height integer not null,
  content bytea,
  thumbnail bytea,
  label text,
  person_id uuid not null,
  made_at timestamptz not null,
  received_at timestamptz default now() not null,
  removed_at timestamptz,
  removed_by uuid,
  primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customers(organization_id, id),
  foreign key (organization_id) references organizations(id),
  foreign key (person_id) references people(id),
  foreign key (removed_by) references people(id),
  check (bytes > 0),
  check ((purpose <> all (array['before', 'after', 'signature'])) or series_id is not null and original_date is not null and customer_id is not null),
  check ((removed_at is null) = (content is not null)),
  check ((content is null) = (thumbnail is null)),
  check (height > 0),
  check (length(label) >= 1 and length(label) <= 120),
  check (purpose in ('before', 'after', 'signature')),
  check (type = 'image/jpeg'),
  check (width > 0)
);
create index files_customer on files (organization_id, customer_id);
create index files_visit on files (organization_id, series_id, original_date) where (removed_at is null);
alter table files force row level security;
create policy platform on files to fieldhive_platform using (true) with check (true);
create policy sight on files as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and customer_id = app_customer() and (purpose in ('before', 'after')) or (select app_sight() = 'team') and (crew_has_series(series_id) or (exists (select 1 from visits v where v.organization_id = files.organization_id and v.series_id = files.series_id and v.original_date = files.original_date))));
create policy tenant on files to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table gate_code_looks (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  customer_id uuid not null,
  person_id uuid not null,
  person_name text,
  team_name text,
  series_id uuid,
  original_date date,
  visit_date date,
  screen text not null,
  at timestamptz default now() not null,
  primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customers(organization_id, id) on delete cascade,
  foreign key (organization_id) references organizations(id),
  foreign key (person_id) references people(id),
  check (num_nulls(series_id, original_date, visit_date) in (0, 3)),
  check (screen in ('stop', 'phone', 'customer', 'visit', 'export'))
);
create index gate_code_looks_list on gate_code_looks (organization_id, customer_id, id desc);
create unique index gate_code_looks_phone on gate_code_looks (organization_id, person_id, series_id, original_date, customer_id) where (screen = 'phone');
alter table gate_code_looks force row level security;
create policy platform on gate_code_looks to fieldhive_platform using (true) with check (true);
create policy sight on gate_code_looks as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and customer_id = app_customer() or (select app_sight() = 'team') and person_id = app_person());
create policy tenant on gate_code_looks to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table idempotency_keys (
  organization_id uuid default app_org() not null,
  person_id uuid not null,
  call text not null,
  key text not null,
  body_hash text not null,
  status integer,
  answer jsonb,
  created_at timestamptz default now() not null,
  primary key (organization_id, person_id, call, key),
  foreign key (organization_id) references organizations(id)
);
create index idempotency_keys_age on idempotency_keys (created_at);
alter table idempotency_keys force row level security;
create policy platform on idempotency_keys to fieldhive_platform using (true) with check (true);
create policy sight on idempotency_keys as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and person_id = app_person() or (select app_sight() = 'team') and person_id = app_person());
create policy tenant on idempotency_keys to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table idp_account (
  id uuid default uuid7() not null,
  email text,
  email_verified boolean default false not null,
  name text,
  password_hash text,
  created_at timestamptz default now() not null,
  disabled_at timestamptz,
  first_signed_in_at timestamptz,
  phone_number text,
  primary key (id)
);
create unique index idp_account_email on idp_account (lower(email));
create unique index idp_account_phone on idp_account (phone_number) where (phone_number is not null);

create table idp_address (
  kind text not null,
  address text not null,
  account_id uuid not null,
  proven_at timestamptz default now() not null,
  how text not null,
  session_uid text,
  used_at timestamptz,
  primary key (kind, address),
  foreign key (account_id) references idp_account(id) on delete cascade,
  check (how in ('link', 'code', 'reset', 'operator', 'before')),
  check (kind in ('mailbox', 'phone'))
);
create index idp_address_account on idp_address (account_id);

create table idp_device_link (
  token_hash text not null,
  account_id uuid not null,
  organization_id uuid not null,
  created_by uuid not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (token_hash),
  foreign key (account_id) references idp_account(id) on delete cascade,
  foreign key (created_by) references people(id),
  foreign key (organization_id) references organizations(id)
);
create index idp_device_link_account on idp_device_link (account_id);

create table idp_factor (
  account_id uuid not null,
  secret_sealed text not null,
  last_step bigint default 0 not null,
  created_at timestamptz default now() not null,
  confirmed_at timestamptz,
  primary key (account_id),
  foreign key (account_id) references idp_account(id) on delete cascade
);

create table idp_key (
  kid text not null,
  jwk jsonb not null,
  created_at timestamptz default now() not null,
  primary key (kid)
);

create table idp_link (
  token_hash text not null,
  account_id uuid not null,
  purpose text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (token_hash),
  foreign key (account_id) references idp_account(id) on delete cascade,
  check (purpose in ('verify', 'reset'))
);
create index idp_link_account on idp_link (account_id);

create table idp_passkey (
  id uuid default uuid7() not null,
  account_id uuid not null,
  credential_id text not null,
  public_key text not null,
  counter bigint default 0 not null,
  transports text[] default '{}'::text[] not null,
  is_synced boolean default false not null,
  rp_id text not null,
  name text not null,
  created_at timestamptz default now() not null,
  used_at timestamptz,
  primary key (id),
  unique (credential_id),
  foreign key (account_id) references idp_account(id) on delete cascade,
  check (length(name) >= 1 and length(name) <= 100)
);
create index idp_passkey_account on idp_passkey (account_id);

create table idp_payload (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  user_code text,
  uid text,
  consumed_at timestamptz,
  expires_at timestamptz,
  primary key (model, id)
);
create index idp_payload_account on idp_payload (((payload ->> 'accountId')));
create index idp_payload_expiry on idp_payload (expires_at);
create index idp_payload_grant on idp_payload (grant_id);
create index idp_payload_uid on idp_payload (model, uid);

create table idp_recovery (
  account_id uuid not null,
  code_hash text not null,
  used_at timestamptz,
  primary key (account_id, code_hash),
  foreign key (account_id) references idp_account(id) on delete cascade
);

create table idp_session (
  uid text not null,
  account_id uuid not null,
  agent text,
  ip text,
  started_at timestamptz default now() not null,
  seen_at timestamptz default now() not null,
  ended_at timestamptz,
  primary key (uid),
  foreign key (account_id) references idp_account(id) on delete cascade
);
create index idp_session_account on idp_session (account_id);

create table idp_sign_in_code (
  uid text not null,
  account_id uuid,
  email text,
  code_hash text not null,
  tries integer default 0 not null,
  expires_at timestamptz not null,
  phone text,
  primary key (uid),
  foreign key (account_id) references idp_account(id) on delete cascade
);
create index idp_sign_in_code_account on idp_sign_in_code (account_id) where (account_id is not null);

create table idp_throttle (
  key text not null,
  used integer not null,
  free_at timestamptz not null,
  primary key (key)
);
create index idp_throttle_free on idp_throttle (free_at);

create table idp_undo (
  token_hash text not null,
  account_id uuid not null,
  change text not null,
  before_sealed text not null,
  made_at timestamptz default now() not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (token_hash),
  foreign key (account_id) references idp_account(id) on delete cascade
);
create index idp_undo_account on idp_undo (account_id);

create table impersonations (
  id uuid default uuid7() not null,
  admin_id uuid not null,
  target_id uuid not null,
  session_hash text not null,
  started_at timestamptz default now() not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (id),
  unique (session_hash),
  foreign key (admin_id) references people(id),
  foreign key (target_id) references people(id)
);

create table import_files (
  organization_id uuid default app_org() not null,
  import_id uuid not null,
  rows_gzip text,
  created_at timestamptz default now() not null,
  rows_sealed text,
  primary key (organization_id, import_id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, import_id) references imports(organization_id, id),
  check (num_nonnulls(rows_gzip, rows_sealed) = 1)
);
create index import_files_age on import_files (created_at);
alter table import_files force row level security;
create policy platform on import_files to fieldhive_platform using (true) with check (true);
create policy sight on import_files as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and false);
create policy tenant on import_files to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table import_rows (
  organization_id uuid default app_org() not null,
  import_id uuid not null,
  kind text not null,
  made_id uuid not null,
  file_row integer,
  external_key text,
  before jsonb,
  primary key (organization_id, import_id, kind, made_id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, import_id) references imports(organization_id, id),
  check (kind in ('customer', 'place', 'note', 'service', 'rule', 'invoice'))
);
create index import_rows_key on import_rows (organization_id, kind, external_key) where (external_key is not null);
create index import_rows_plain_gate_code on import_rows (import_id) where (before ? 'gate_code');
alter table import_rows force row level security;
create policy platform on import_rows to fieldhive_platform using (true) with check (true);
create policy sight on import_rows as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and false);
create policy tenant on import_rows to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table imports (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  state text default 'uploaded' not null,
  source text not null,
  holds text,
  report boolean default false not null,
  file_name text not null,
  encoding text not null,
  headers jsonb not null,
  sample jsonb not null,
  remarks jsonb default '[]' not null,
  row_count integer not null,
  mapping jsonb not null,
  choices jsonb default '{}' not null,
  checked jsonb,
  result jsonb,
  first_date date,
  created_by uuid,
  created_at timestamptz default now() not null,
  committed_at timestamptz,
  undone_at timestamptz,
  sample_sealed text,
  answers jsonb default '{}' not null,
  primary key (organization_id, id),
  foreign key (created_by) references people(id),
  foreign key (organization_id) references organizations(id),
  check ((committed_at is null) = (state = 'uploaded')),
  check ((undone_at is null) = (state <> 'undone')),
  check (length(file_name) >= 1 and length(file_name) <= 200),
  check (row_count > 0),
  check (state in ('uploaded', 'committed', 'undone'))
);
alter table imports force row level security;
create policy platform on imports to fieldhive_platform using (true) with check (true);
create policy sight on imports as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and false);
create policy tenant on imports to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table invitations (
  id uuid default uuid7() not null,
  organization_id uuid default app_org(),
  kind text not null,
  via text not null,
  code_hash text not null,
  code_sealed text not null,
  email text,
  phone text,
  name text,
  role text,
  team_id uuid,
  status text default 'pending' not null,
  prefill jsonb default '{}' not null,
  uses integer default 0 not null,
  single_use boolean default true not null,
  created_by uuid,
  accepted_by uuid,
  accepted_at timestamptz,
  created_at timestamptz default now() not null,
  expires_at timestamptz,
  ticket_url text,
  primary key (id),
  unique (code_hash),
  foreign key (accepted_by) references people(id),
  foreign key (created_by) references people(id),
  foreign key (organization_id) references organizations(id),
  check (kind in ('permanent', 'customer', 'staff', 'owner')),
  check (status in ('pending', 'sent', 'failed', 'opened', 'accepted', 'revoked')),
  check (via in ('link', 'qr', 'email', 'sms'))
);
create index invitations_email on invitations (kind, lower(email));
create index invitations_list on invitations (organization_id, kind, id desc);
create unique index invitations_permanent on invitations (organization_id) where ((kind = 'permanent') and (status <> 'revoked'));
alter table invitations force row level security;
create policy platform on invitations to fieldhive_platform using (true) with check (true);
create policy sight on invitations as restrictive for select to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and created_at = now() or (select app_sight() = 'team') and ((kind in ('customer', 'permanent')) or created_at = now()));
create policy tenant on invitations to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table invoice_lines (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  invoice_id uuid not null,
  position integer not null,
  service_id uuid,
  service_key text,
  description text not null,
  quantity numeric(10,2) default 1 not null,
  unit_price_cents bigint not null,
  discount_cents bigint default 0 not null,
  tax_cents bigint default 0 not null,
  total_cents bigint not null,
  series_id uuid,
  original_date date,
  taxable boolean default false not null,
  tax_name text,
  tax_ppm integer,
  tax_certificate text,
  primary key (organization_id, id),
  unique (organization_id, invoice_id, "position"),
  foreign key (organization_id, invoice_id) references invoices(organization_id, id),
  check (quantity > 0::numeric)
);
create unique index invoice_lines_visit on invoice_lines (organization_id, series_id, original_date) where (series_id is not null);
alter table invoice_lines force row level security;
create policy platform on invoice_lines to fieldhive_platform using (true) with check (true);
create policy sight on invoice_lines as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and customer_has_invoice(invoice_id) or (select app_sight() = 'team') and crew_has_invoice(invoice_id));
create policy tenant on invoice_lines to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table invoice_runs (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  invoice_ids uuid[] not null,
  next_index integer default 0 not null,
  sent integer default 0 not null,
  not_sent integer default 0 not null,
  author_id uuid,
  created_at timestamptz default now() not null,
  done_at timestamptz,
  primary key (organization_id, id),
  foreign key (author_id) references people(id),
  foreign key (organization_id) references organizations(id)
);
alter table invoice_runs force row level security;
create policy platform on invoice_runs to fieldhive_platform using (true) with check (true);
create policy sight on invoice_runs as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and false);
create policy tenant on invoice_runs to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table invoices (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  number bigint,
  customer_id uuid not null,
  doc text default 'draft' not null,
  money text default 'none' not null,
  sent_at timestamptz,
  issued_at timestamptz,
  paid_at timestamptz,
  currency text default 'USD' not null,
  subtotal_cents bigint default 0 not null,
  discount_cents bigint default 0 not null,
  tax_cents bigint default 0 not null,
  tip_cents bigint default 0 not null,
  total_cents bigint default 0 not null,
  paid_cents bigint default 0 not null,
  refunded_cents bigint default 0 not null,
  due_date date,
  effective_due_date date,
  due_date_overridden boolean default false not null,
  charge_on date,
  period_start date,
  period_end date,
  source text default 'visit' not null,
  rule_id uuid,
  series_id uuid,
  original_date date,
  customer_name text,
  customer_email text,
  customer_phone text,
  street text,
  city text,
  state text,
  zip text,
  failure_code text,
  failure_sentence text,
  retry_count integer default 0 not null,
  next_retry_at timestamptz,
  pay_token_hash text,
  pay_token_sealed text,
  pay_token_expires_at timestamptz,
  payment_method_kind text,
  version integer default 1 not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  notes text,
  send_at timestamptz,
  due_tried_on date,
  refusal_code text,
  refusal_sentence text,
  paid_ties boolean default true not null,
  replaces_id uuid,
  number_prefix text default '' not null,
  credit_cents bigint default 0 not null,
  late_fee_of_id uuid,
  fee_credit_id uuid,
  primary key (organization_id, id),
  unique (organization_id, number),
  unique (pay_token_hash),
  foreign key (organization_id, customer_id) references customers(organization_id, id),
  foreign key (organization_id, fee_credit_id) references credits(organization_id, id),
  foreign key (organization_id, late_fee_of_id) references invoices(organization_id, id),
  foreign key (organization_id, replaces_id) references invoices(organization_id, id),
  check (refunded_cents <= paid_cents),
  check ((doc in ('draft', 'void')) or number is not null),
  check (credit_cents >= 0 and credit_cents <= paid_cents),
  check ((source = 'late_fee') = (late_fee_of_id is not null)),
  check (doc in ('draft', 'scheduled', 'open', 'void', 'uncollectible')),
  check (money in ('none', 'processing', 'failed', 'partial', 'paid', 'refunded', 'partially_refunded', 'disputed')),
  check (paid_cents >= 0),
  check (refunded_cents >= 0),
  check (subtotal_cents >= 0),
  check (total_cents >= 0)
);
create index invoices_charge_on on invoices (charge_on) where ((doc = 'scheduled') and (money = 'none'));
create index invoices_customer on invoices (organization_id, customer_id, id desc);
create index invoices_due on invoices (organization_id, effective_due_date, id);
create unique index invoices_late_fee on invoices (organization_id, late_fee_of_id) where (late_fee_of_id is not null);
create index invoices_refused on invoices (organization_id) where (refusal_code is not null);
create index invoices_replaces on invoices (organization_id, replaces_id) where (replaces_id is not null);
create index invoices_retry on invoices (next_retry_at) where (next_retry_at is not null);
create index invoices_to_collect on invoices (organization_id, effective_due_date) where ((doc in ('draft', 'open')) and (money in ('none', 'processing', 'failed', 'partial')));
create index invoices_to_send on invoices (send_at) where (send_at is not null);
create constraint trigger invoice_paid_ties after update of paid_cents on invoices deferrable initially deferred for each row when (old.paid_cents is distinct from new.paid_cents) execute function invoice_paid_changed();
create trigger note_change after update on invoices for each row execute function note_change('invoice', 'version,updated_at,pay_token_hash,pay_token_sealed,pay_token_expires_at,retry_count,next_retry_at,due_tried_on,refusal_code,paid_ties,failure_code,effective_due_date');
alter table invoices force row level security;
create policy platform on invoices to fieldhive_platform using (true) with check (true);
create policy sight on invoices as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and customer_id = app_customer() and doc <> 'draft' or (select app_sight() = 'team') and crew_has_invoice(id));
create policy tenant on invoices to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table leave_requests (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  customer_id uuid not null,
  reason text,
  status text default 'requested' not null,
  answer text,
  created_at timestamptz default now() not null,
  resolved_at timestamptz,
  resolved_by uuid,
  primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customers(organization_id, id),
  foreign key (organization_id) references organizations(id),
  foreign key (resolved_by) references people(id),
  check (length(answer) <= 500),
  check (length(reason) <= 500),
  check (status in ('requested', 'withdrawn', 'archived', 'kept'))
);
create index leave_requests_customer on leave_requests (organization_id, customer_id, id desc);
create unique index leave_requests_open on leave_requests (organization_id, customer_id) where (status = 'requested');
alter table leave_requests force row level security;
create policy platform on leave_requests to fieldhive_platform using (true) with check (true);
create policy sight on leave_requests as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and customer_id = app_customer() or (select app_sight() = 'team') and false);
create policy tenant on leave_requests to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table led_teams (
  organization_id uuid default app_org() not null,
  membership_id uuid not null,
  team_id uuid not null,
  primary key (organization_id, membership_id, team_id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, membership_id) references memberships(organization_id, id) on delete cascade,
  foreign key (organization_id, team_id) references teams(organization_id, id)
);
create index led_teams_team on led_teams (organization_id, team_id);
alter table led_teams force row level security;
create policy platform on led_teams to fieldhive_platform using (true) with check (true);
create policy sight on led_teams as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and true);
create policy tenant on led_teams to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table ledger_entries (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  fact text not null,
  account text not null,
  amount_cents bigint not null,
  currency text default 'USD' not null,
  invoice_id uuid,
  payment_id uuid,
  at timestamptz default now() not null,
  primary key (organization_id, id),
  unique (organization_id, fact, account),
  foreign key (organization_id) references organizations(id),
  check (account in ('provider_balance', 'receivable', 'revenue', 'fees', 'cash', 'disputes', 'tax', 'customer_credit', 'credits_given', 'bank', 'tips'))
);
create index ledger_entries_at on ledger_entries (organization_id, at);
create index ledger_entries_invoice on ledger_entries (organization_id, invoice_id) where (invoice_id is not null);
create index ledger_entries_payment on ledger_entries (organization_id, payment_id) where (payment_id is not null);
create constraint trigger invoice_paid_ties after insert on ledger_entries deferrable initially deferred for each row when (new.account = 'receivable' and new.invoice_id is not null and new.payment_id is not null and new.fact !~~ 'refund%') execute function ledger_allocation_made();
create constraint trigger ledger_fact_ties after insert on ledger_entries deferrable initially deferred for each row execute function ledger_fact_ties();
alter table ledger_entries force row level security;
create policy platform on ledger_entries to fieldhive_platform using (true) with check (true);
create policy sight on ledger_entries as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and false);
create policy tenant on ledger_entries to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table memberships (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  person_id uuid not null,
  role text not null,
  status text default 'active' not null,
  customer_id uuid,
  team_id uuid,
  created_at timestamptz default now() not null,
  is_customer boolean generated always as (role = 'user') stored,
  ended_at timestamptz,
  ended_by uuid,
  signed_out_at timestamptz,
  primary key (organization_id, id),
  unique (organization_id, person_id, is_customer),
  foreign key (ended_by) references people(id),
  foreign key (organization_id, customer_id) references customers(organization_id, id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, team_id) references teams(organization_id, id),
  foreign key (person_id) references people(id),
  check ((role = 'user') = (customer_id is not null)),
  check (role in ('owner', 'manager', 'payee', 'crew_owner', 'crew_leader', 'crew_member', 'user')),
  check (status in ('invited', 'active', 'inactive'))
);
create index memberships_customer on memberships (organization_id, customer_id) where (customer_id is not null);
create unique index memberships_one_owner on memberships (organization_id) where (role = 'owner');
create index memberships_person on memberships (person_id);
create index memberships_team on memberships (organization_id, team_id);
create trigger note_change after update on memberships for each row execute function note_change('person', 'ended_at,ended_by,is_customer,signed_out_at');
alter table memberships force row level security;
create policy platform on memberships to fieldhive_platform using (true) with check (true);
create policy sight on memberships as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and person_id = app_person() or (select app_sight() = 'team') and (person_id = app_person() or (team_id = any (app_teams()))));
create policy tenant on memberships to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table merged_customers (
  organization_id uuid default app_org() not null,
  id uuid not null,
  into_id uuid not null,
  was jsonb not null,
  outcome jsonb not null,
  merged_by uuid,
  merged_at timestamptz default now() not null,
  primary key (organization_id, id),
  foreign key (merged_by) references people(id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, into_id) references customers(organization_id, id),
  check (id <> into_id)
);
create index merged_customers_code on merged_customers (organization_id, ((was ->> 'referral_code'))) where ((was ->> 'referral_code') is not null);
create index merged_customers_into on merged_customers (organization_id, into_id);
alter table merged_customers force row level security;
create policy platform on merged_customers to fieldhive_platform using (true) with check (true);
create policy sight on merged_customers as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and into_id = app_customer() or (select app_sight() = 'team') and (exists (select 1 from customers c where c.organization_id = merged_customers.organization_id and c.id = merged_customers.into_id)));
create policy tenant on merged_customers to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table message_blocks (
  channel text not null,
  address text not null,
  reason text not null,
  detail text,
  at timestamptz default now() not null,
  primary key (channel, address),
  check (channel in ('email', 'sms')),
  check (reason in ('stopped', 'bounced', 'complained', 'invalid', 'on_hold'))
);
alter table message_blocks force row level security;
create policy platform on message_blocks to fieldhive_platform using (true) with check (true);

create table message_wordings (
  organization_id uuid default app_org() not null,
  kind text not null,
  locale text not null,
  parts jsonb not null,
  updated_by uuid,
  updated_at timestamptz default now() not null,
  variant text default 'main' not null,
  primary key (organization_id, kind, variant, locale),
  foreign key (organization_id) references organizations(id),
  foreign key (updated_by) references people(id)
);
alter table message_wordings force row level security;
create policy platform on message_wordings to fieldhive_platform using (true) with check (true);
create policy tenant on message_wordings to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table messages (
  id uuid default uuid7() not null,
  organization_id uuid default app_org(),
  customer_id uuid,
  person_id uuid,
  channel text not null,
  template text not null,
  category text default 'service' not null,
  once_key text,
  recipient text not null,
  subject text,
  text text not null,
  html text,
  status text default 'queued' not null,
  error text,
  provider_id text,
  tries integer default 0 not null,
  created_at timestamptz default now() not null,
  sent_at timestamptz,
  from_name text,
  reply_to text,
  tells jsonb,
  direction text default 'out' not null,
  reason text,
  held_until timestamptz,
  useful_until timestamptz,
  claimed_at timestamptz,
  delivered_at timestamptz,
  basis text,
  consent_id uuid,
  data jsonb,
  locale text default 'en' not null,
  segments integer,
  author_id uuid,
  resend_of uuid,
  thread_id uuid,
  announcement_id uuid,
  invoice_id uuid,
  document jsonb,
  texted_for uuid,
  changes jsonb,
  plans jsonb,
  product_update_id uuid,
  switched_off_at timestamptz,
  primary key (id),
  unique (once_key),
  foreign key (author_id) references people(id),
  foreign key (organization_id) references organizations(id),
  foreign key (product_update_id) references product_updates(id),
  foreign key (resend_of) references messages(id),
  foreign key (texted_for) references organizations(id),
  check (channel in ('email', 'sms', 'push')),
  check (direction in ('out', 'in')),
  check (status in ('queued', 'sending', 'sent', 'delivered', 'bounced', 'failed', 'refused', 'received'))
);
create index messages_announcement on messages (organization_id, announcement_id) where (announcement_id is not null);
create index messages_customer on messages (organization_id, customer_id, id desc);
create index messages_invoice on messages (organization_id, invoice_id, created_at desc) where (invoice_id is not null);
create index messages_list on messages (organization_id, id desc);
create index messages_plans on messages (organization_id) where ((plans is not null) and (status = 'queued'));
create index messages_product_update on messages (product_update_id) where (product_update_id is not null);
create index messages_product_updates_of on messages (person_id, id) where (product_update_id is not null);
create unique index messages_provider on messages (channel, provider_id) where ((provider_id is not null) and (provider_id <> 'outbox'));
create index messages_queue on messages (created_at) where (status in ('queued', 'sending'));
create index messages_recipient on messages (channel, recipient, created_at);
create index messages_tells on messages (organization_id, customer_id, created_at) where (tells is not null);
create index messages_texted_for on messages (texted_for, created_at) where (texted_for is not null);
create index messages_thread on messages (organization_id, thread_id, id desc) where (thread_id is not null);
alter table messages force row level security;
create policy platform on messages to fieldhive_platform using (true) with check (true);
create policy sight on messages as restrictive for select to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and (customer_id = app_customer() or created_at = now()) or (select app_sight() = 'team') and (template = 'customer_invite' or created_at = now()));
create policy tenant on messages to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table misc_events (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  title text not null,
  date date not null,
  start_minutes integer,
  duration_minutes integer default 60 not null,
  notes text,
  team_id uuid,
  created_by uuid,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  primary key (organization_id, id),
  foreign key (created_by) references people(id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, team_id) references teams(organization_id, id),
  check (duration_minutes > 0),
  check (start_minutes >= 0 and start_minutes <= 1439)
);
create index misc_events_date on misc_events (organization_id, date);
alter table misc_events force row level security;
create policy platform on misc_events to fieldhive_platform using (true) with check (true);
create policy sight on misc_events as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and (team_id is null or (team_id = any (app_teams()))));
create policy tenant on misc_events to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table organization_logos (
  organization_id uuid default app_org() not null,
  hash text not null,
  type text not null,
  content text not null,
  primary key (organization_id),
  foreign key (organization_id) references organizations(id),
  check (type in ('image/png', 'image/jpeg'))
);
alter table organization_logos force row level security;
create policy platform on organization_logos to fieldhive_platform using (true) with check (true);
create policy tenant on organization_logos to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table organizations (
  id uuid default uuid7() not null,
  organization_id uuid generated always as (id) stored,
  slug text not null,
  name text not null,
  status text default 'active' not null,
  industry text default 'Other' not null,
  website text,
  phone_number text,
  email text,
  street text,
  city text,
  state text,
  zip text,
  service_area_zipcodes text[] default '{}'::text[] not null,
  services_rendered text[] default '{}'::text[] not null,
  insurance_provider text,
  time_zone text default 'America/New_York' not null,
  owner_person_id uuid,
  signup_open boolean default true not null,
  activate_signups boolean default false not null,
  customer_due_day integer default 28 not null,
  estimated_customers integer default 1 not null,
  onboarding_step text,
  onboarded_at timestamptz,
  schedule_settings jsonb default '{}' not null,
  version integer default 1 not null,
  revision bigint default 0 not null,
  next_invoice_number bigint default 1 not null,
  stripe_account_id text,
  stripe_charges_enabled boolean default false not null,
  stripe_payouts_enabled boolean default false not null,
  stripe_details_submitted boolean default false not null,
  stripe_requirements_due integer default 0 not null,
  stripe_disabled_reason text,
  stripe_checked_at timestamptz,
  platform_customer_id text,
  platform_subscription_id text,
  subscription_status text default 'trialing' not null,
  trial_ends_at timestamptz,
  platform_default_pm text,
  platform_pm_summary jsonb,
  cancel_at_period_end boolean default false not null,
  platform_period_end timestamptz,
  platform_due_day integer default 28 not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  past_due_since timestamptz,
  subscription_number integer default 0 not null,
  signups_in_area_only boolean default false not null,
  reminded_on date,
  reminded_revision bigint,
  listed boolean default false not null,
  plan_revision bigint default 0 not null,
  message_settings jsonb default '{}' not null,
  brand_color text,
  digest_on date,
  logo jsonb,
  requires_second_factor boolean default false not null,
  first_steps_hidden_at timestamptz,
  wallet_domain text,
  wallet_domain_id text,
  wallet_problem text,
  wallet_checked_at timestamptz,
  primary key (id),
  unique (slug),
  unique (stripe_account_id),
  foreign key (owner_person_id) references people(id),
  check (brand_color ~ '^#[0-9a-f]{6}$'),
  check (customer_due_day >= 1 and customer_due_day <= 28),
  check (estimated_customers >= 0),
  check (status in ('active', 'inactive'))
);
create trigger organizations_plan before update of revision on organizations for each row execute function plan_follows();
alter table organizations force row level security;
create policy platform on organizations to fieldhive_platform using (true) with check (true);
create policy tenant on organizations to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table ownership_offers (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  from_person_id uuid not null,
  to_person_id uuid not null,
  status text default 'open' not null,
  created_at timestamptz default now() not null,
  answered_at timestamptz,
  expires_at timestamptz default now() + '7 days' not null,
  primary key (organization_id, id),
  foreign key (from_person_id) references people(id),
  foreign key (organization_id) references organizations(id),
  foreign key (to_person_id) references people(id),
  check (status in ('open', 'accepted', 'declined', 'withdrawn'))
);
create unique index ownership_offers_open on ownership_offers (organization_id) where (status = 'open');
alter table ownership_offers force row level security;
create policy platform on ownership_offers to fieldhive_platform using (true) with check (true);
create policy sight on ownership_offers as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and false);
create policy tenant on ownership_offers to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table pay_periods (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  starts_on date not null,
  ends_on date not null,
  approved_at timestamptz default now() not null,
  approved_by uuid not null,
  opened_at timestamptz,
  opened_by uuid,
  open_reason text,
  primary key (organization_id, id),
  foreign key (approved_by) references people(id),
  foreign key (opened_by) references people(id),
  foreign key (organization_id) references organizations(id),
  check (ends_on >= starts_on)
);
create index pay_periods_days on pay_periods (organization_id, starts_on) where (opened_at is null);
alter table pay_periods force row level security;
create policy platform on pay_periods to fieldhive_platform using (true) with check (true);
create policy sight on pay_periods as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and false);
create policy tenant on pay_periods to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table payment_holds (
  organization_id uuid default app_org() not null,
  customer_id uuid not null,
  held_at timestamptz default now() not null,
  owed_cents bigint not null,
  released_at timestamptz,
  released_by uuid,
  release_reason text,
  excused_cents bigint default 0 not null,
  primary key (organization_id, customer_id),
  foreign key (organization_id, customer_id) references customers(organization_id, id),
  foreign key (organization_id) references organizations(id),
  foreign key (released_by) references people(id)
);
create index payment_holds_open on payment_holds (organization_id) where (released_at is null);
alter table payment_holds force row level security;
create policy platform on payment_holds to fieldhive_platform using (true) with check (true);
create policy sight on payment_holds as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and customer_id = app_customer() or (select app_sight() = 'team') and (exists (select 1 from customers c where c.organization_id = payment_holds.organization_id and c.id = payment_holds.customer_id)));
create policy tenant on payment_holds to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table payment_intents (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  invoice_id uuid not null,
  n integer not null,
  account text not null,
  provider_id text,
  amount_cents bigint not null,
  currency text default 'USD' not null,
  status text default 'planned' not null,
  key_create text not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  tip_cents bigint default 0 not null,
  primary key (organization_id, id),
  unique (key_create),
  unique (organization_id, invoice_id, n),
  unique (provider_id),
  foreign key (organization_id, invoice_id) references invoices(organization_id, id),
  check (amount_cents > 0),
  check (tip_cents >= 0 and tip_cents < amount_cents)
);
create unique index payment_intents_live on payment_intents (organization_id, invoice_id) where (status <> all (array['succeeded', 'canceled']));
alter table payment_intents force row level security;
create policy platform on payment_intents to fieldhive_platform using (true) with check (true);
create policy sight on payment_intents as restrictive for select to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and (customer_has_invoice(invoice_id) or created_at = now()) or (select app_sight() = 'team') and (crew_has_invoice(invoice_id) or created_at = now()));
create policy tenant on payment_intents to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table payment_methods (
  organization_id uuid default app_org() not null,
  id text not null,
  customer_id uuid not null,
  type text not null,
  brand text,
  last4 text,
  exp_month integer,
  exp_year integer,
  bank_name text,
  status text default 'active' not null,
  mandate text,
  setup_intent_id text,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  last_return_code text,
  wallet text,
  primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customers(organization_id, id),
  foreign key (organization_id) references organizations(id),
  check (status in ('pending_verification', 'active', 'failed', 'detached')),
  check (type in ('card', 'us_bank_account'))
);
create index payment_methods_customer on payment_methods (organization_id, customer_id);
create index payment_methods_pending on payment_methods (updated_at) where (status = 'pending_verification');
alter table payment_methods force row level security;
create policy platform on payment_methods to fieldhive_platform using (true) with check (true);
create policy sight on payment_methods as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and customer_id = app_customer() or (select app_sight() = 'team') and false);
create policy tenant on payment_methods to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table payments (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  invoice_id uuid,
  customer_id uuid,
  provider_intent_id text,
  provider_charge_id text,
  account text,
  kind text default 'provider' not null,
  amount_cents bigint not null,
  currency text default 'USD' not null,
  fee_cents bigint,
  net_cents bigint,
  refunded_cents bigint default 0 not null,
  status text not null,
  description text,
  customer_name text,
  customer_email text,
  pm_type text,
  card_brand text,
  last4 text,
  failure_code text,
  failure_sentence text,
  captured_at timestamptz,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  reversed_at timestamptz,
  reversed_by uuid,
  reversal_reason text,
  tip_cents bigint default 0 not null,
  wallet text,
  kept_cents bigint default 0 not null,
  credit_id uuid,
  primary key (organization_id, id),
  unique (organization_id, provider_intent_id),
  foreign key (organization_id, credit_id) references credits(organization_id, id),
  foreign key (organization_id, customer_id) references customers(organization_id, id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, invoice_id) references invoices(organization_id, id),
  foreign key (reversed_by) references people(id),
  check (refunded_cents >= 0 and refunded_cents <= amount_cents),
  check (kept_cents >= 0 and kept_cents <= amount_cents),
  check ((kept_cents > 0) = (credit_id is not null)),
  check (kind in ('provider', 'cash', 'check', 'other')),
  check (status in ('succeeded', 'processing', 'requires_capture', 'requires_payment_method', 'requires_action', 'canceled', 'failed', 'refunded', 'partially_refunded', 'disputed')),
  check (tip_cents >= 0)
);
create unique index payments_credit on payments (organization_id, credit_id) where (credit_id is not null);
create index payments_customer on payments (organization_id, customer_id);
create index payments_fee_open on payments (captured_at) where ((fee_cents is null) and (captured_at is not null));
create index payments_invoice on payments (organization_id, invoice_id);
create index payments_list on payments (organization_id, created_at desc, id desc);
alter table payments force row level security;
create policy platform on payments to fieldhive_platform using (true) with check (true);
create policy sight on payments as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and customer_id = app_customer() or (select app_sight() = 'team') and false);
create policy tenant on payments to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table payout_lines (
  organization_id uuid default app_org() not null,
  transaction_id text not null,
  payout_id uuid not null,
  type text not null,
  amount_cents bigint not null,
  fee_cents bigint not null,
  net_cents bigint not null,
  made_at timestamptz not null,
  source_id text,
  facts text[] default '{}'::text[] not null,
  primary key (organization_id, transaction_id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, payout_id) references payouts(organization_id, id)
);
create index payout_lines_payout on payout_lines (organization_id, payout_id);
alter table payout_lines force row level security;
create policy platform on payout_lines to fieldhive_platform using (true) with check (true);
create policy sight on payout_lines as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and false);
create policy tenant on payout_lines to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table payouts (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  account text not null,
  provider_id text not null,
  amount_cents bigint not null,
  currency text not null,
  status text not null,
  automatic boolean not null,
  is_reconciled boolean default false not null,
  arrival_date date not null,
  made_at timestamptz not null,
  failure_sentence text,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  primary key (organization_id, id),
  unique (account, provider_id),
  foreign key (organization_id) references organizations(id),
  check (status in ('pending', 'in_transit', 'paid', 'failed', 'canceled'))
);
create index payouts_made on payouts (organization_id, made_at desc, id desc);
alter table payouts force row level security;
create policy platform on payouts to fieldhive_platform using (true) with check (true);
create policy sight on payouts as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and false);
create policy tenant on payouts to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table people (
  id uuid default uuid7() not null,
  email text,
  name text,
  phone_number text,
  avatar_url text,
  status text default 'active' not null,
  platform_role text,
  time_zone text,
  locale text default 'en-US' not null,
  theme text default 'system' not null,
  preferred_contact text default 'email' not null,
  notification_prefs jsonb default '{"sms_general": false, "email_general": true, "billing_alerts": true, "product_updates": false}' not null,
  active_organization_id uuid,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  email_verified_at timestamptz,
  last_seen_at timestamptz,
  primary key (id),
  foreign key (active_organization_id) references organizations(id),
  check (platform_role in ('admin', 'sales')),
  check (preferred_contact in ('email', 'sms', 'phone')),
  check (status in ('invited', 'active', 'inactive')),
  check (theme in ('system', 'light', 'dark'))
);
create unique index people_email on people (lower(email));
create index people_platform_role on people (platform_role) where (platform_role is not null);
create index people_product_updates on people (id) where ((notification_prefs ->> 'product_updates') = 'true');
create trigger guard_platform_role before update of platform_role on people for each row when (new.platform_role is distinct from old.platform_role) execute function guard_platform_role();
create trigger guard_platform_role_new before insert on people for each row when (new.platform_role is not null) execute function guard_platform_role();
create trigger note_change after update on people for each row execute function note_change('person', 'updated_at,last_seen_at,email_verified_at,active_organization_id,theme,notification_prefs,avatar_url');
create trigger only_joins before update of status on people for each row when (old.status is distinct from new.status) execute function only_joins();
alter table people force row level security;
create policy platform on people to fieldhive_platform using (true) with check (true);
create policy same_organization on people to fieldhive_app using (id = app_person() or (exists (select 1 from memberships m where m.organization_id = app_org() and m.person_id = people.id))) with check (id = app_person());

create table person_identities (
  issuer text not null,
  subject text not null,
  person_id uuid not null,
  created_at timestamptz default now() not null,
  email text,
  primary key (issuer, subject),
  foreign key (person_id) references people(id)
);
create index person_identities_person on person_identities (person_id);

create table person_pictures (
  person_id uuid not null,
  hash text not null,
  content bytea not null,
  uploaded_at timestamptz default now() not null,
  primary key (person_id),
  foreign key (person_id) references people(id)
);
alter table person_pictures force row level security;
create policy platform on person_pictures to fieldhive_platform using (true) with check (true);
create policy same_organization on person_pictures to fieldhive_app using ((exists (select 1 from people p where p.id = person_pictures.person_id))) with check (false);

create table plan_waits (
  organization_id uuid default app_org() not null,
  series_id uuid not null,
  is_new boolean not null,
  tell_at timestamptz not null,
  primary key (organization_id, series_id),
  foreign key (organization_id) references organizations(id)
);
alter table plan_waits force row level security;
create policy platform on plan_waits to fieldhive_platform using (true) with check (true);
create policy sight on plan_waits as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and ((exists (select 1 from rules r where r.organization_id = plan_waits.organization_id and r.series_id = plan_waits.series_id)) or (exists (select 1 from visits v where v.organization_id = plan_waits.organization_id and v.series_id = plan_waits.series_id))) or (select app_sight() = 'team') and ((exists (select 1 from rules r where r.organization_id = plan_waits.organization_id and r.series_id = plan_waits.series_id)) or (exists (select 1 from visits v where v.organization_id = plan_waits.organization_id and v.series_id = plan_waits.series_id))));
create policy tenant on plan_waits to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table platform_lead_notes (
  id uuid default uuid7() not null,
  lead_id uuid not null,
  author_id uuid,
  text text not null,
  created_at timestamptz default now() not null,
  primary key (id),
  foreign key (author_id) references people(id),
  foreign key (lead_id) references platform_leads(id)
);
create index platform_lead_notes_lead on platform_lead_notes (lead_id, id);

create table platform_leads (
  id uuid default uuid7() not null,
  email text not null,
  name text,
  company text,
  phone text,
  source text default 'get_started' not null,
  origin text,
  path text,
  stage text default 'new' not null,
  status text default 'open' not null,
  priority text default 'normal' not null,
  assigned_to_person_id uuid,
  next_action_at timestamptz,
  calendly_event_url text,
  organization_id uuid,
  version integer default 1 not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  primary key (id),
  foreign key (assigned_to_person_id) references people(id),
  check (priority in ('normal', 'high')),
  check (stage in ('new', 'contacted', 'qualified', 'proposal', 'negotiation', 'closed')),
  check (status in ('open', 'won', 'lost', 'archived'))
);
create index platform_leads_assigned on platform_leads (assigned_to_person_id) where (assigned_to_person_id is not null);
create unique index platform_leads_email on platform_leads (lower(email));
create index platform_leads_list on platform_leads (status, id desc);

create table price_campaign_lines (
  organization_id uuid default app_org() not null,
  campaign_id uuid not null,
  series_id uuid not null,
  customer_id uuid not null,
  service_id uuid not null,
  place text,
  was_cents bigint,
  old_cents bigint not null,
  new_cents bigint not null,
  need_cents bigint not null,
  asks boolean not null,
  monthly_cents bigint not null,
  first_on date,
  image jsonb not null,
  digest text not null,
  tell text,
  told_at timestamptz,
  outcome text,
  unreached text,
  phoned_at timestamptz,
  primary key (organization_id, campaign_id, series_id),
  foreign key (organization_id, campaign_id) references price_campaigns(organization_id, id) on delete cascade,
  foreign key (organization_id, customer_id) references customers(organization_id, id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, service_id) references services(organization_id, id),
  check (new_cents > old_cents),
  check (old_cents >= 0),
  check (outcome in ('restored', 'price_restored', 'edited', 'ended')),
  check (tell in ('raised', 'withdrawn'))
);
create index price_campaign_lines_customer on price_campaign_lines (organization_id, customer_id);
create index price_campaign_lines_series on price_campaign_lines (organization_id, series_id);
create index price_campaign_lines_untold on price_campaign_lines (organization_id, campaign_id) where (tell is not null);
alter table price_campaign_lines force row level security;
create policy platform on price_campaign_lines to fieldhive_platform using (true) with check (true);
create policy sight on price_campaign_lines as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and false);
create policy tenant on price_campaign_lines to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table price_campaigns (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  filter jsonb not null,
  raise jsonb not null,
  effective_on date not null,
  subject text not null,
  text text not null,
  tells boolean not null,
  state text default 'running' not null,
  author_id uuid,
  created_at timestamptz default now() not null,
  undone_by uuid,
  undone_at timestamptz,
  primary key (organization_id, id),
  foreign key (author_id) references people(id),
  foreign key (organization_id) references organizations(id),
  foreign key (undone_by) references people(id),
  check ((state = 'undone') = (undone_at is not null)),
  check (state in ('running', 'undone'))
);
alter table price_campaigns force row level security;
create policy platform on price_campaigns to fieldhive_platform using (true) with check (true);
create policy sight on price_campaigns as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and false);
create policy tenant on price_campaigns to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table product_applications (
  organization_id uuid default app_org() not null,
  id uuid not null,
  series_id uuid not null,
  original_date date not null,
  customer_id uuid not null,
  customer_name text,
  address text,
  service_name text,
  product_id uuid,
  product_name text not null,
  epa_number text,
  amount numeric(12,3) not null,
  unit text not null,
  area text,
  target text,
  method text,
  wind_mph numeric(5,1),
  temperature_f numeric(5,1),
  person_id uuid not null,
  applicator_name text,
  license_number text,
  applied_at timestamptz not null,
  applied_on date not null,
  received_at timestamptz default now() not null,
  voided_at timestamptz,
  voided_by uuid,
  void_reason text,
  primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customers(organization_id, id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, product_id) references products(organization_id, id),
  foreign key (person_id) references people(id),
  foreign key (voided_by) references people(id),
  check (amount > 0::numeric),
  check ((voided_at is null) = (void_reason is null)),
  check (length(void_reason) >= 1 and length(void_reason) <= 200)
);
create index product_applications_customer on product_applications (organization_id, customer_id);
create index product_applications_list on product_applications (organization_id, applied_on desc, id);
create index product_applications_visit on product_applications (organization_id, series_id, original_date);
alter table product_applications force row level security;
create policy platform on product_applications to fieldhive_platform using (true) with check (true);
create policy sight on product_applications as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and (crew_has_series(series_id) or (exists (select 1 from visits v where v.organization_id = product_applications.organization_id and v.series_id = product_applications.series_id and v.original_date = product_applications.original_date))));
create policy tenant on product_applications to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table product_updates (
  id uuid default uuid7() not null,
  subject text not null,
  text text not null,
  subject_es text,
  text_es text,
  state text default 'draft' not null,
  version integer default 1 not null,
  author_id uuid not null,
  sent_by uuid,
  person_ids uuid[] default '{}'::uuid[] not null,
  next_index integer default 0 not null,
  created_at timestamptz default now() not null,
  sent_at timestamptz,
  ended_at timestamptz,
  primary key (id),
  foreign key (author_id) references people(id),
  foreign key (sent_by) references people(id),
  check ((subject_es is null) = (text_es is null)),
  check ((state = 'draft') = (sent_at is null)),
  check (state in ('draft', 'sending', 'sent'))
);
create trigger keep_sent_update before delete or update on product_updates for each row execute function keep_sent_update();

create table products (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  name text not null,
  epa_number text,
  unit text not null,
  active boolean default true not null,
  created_at timestamptz default now() not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organizations(id),
  check (length(epa_number) >= 1 and length(epa_number) <= 40),
  check (length(name) >= 1 and length(name) <= 120)
);
create unique index products_name on products (organization_id, lower(name));
alter table products force row level security;
create policy platform on products to fieldhive_platform using (true) with check (true);
create policy sight on products as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and true);
create policy tenant on products to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table provider_events (
  account text not null,
  event_id text not null,
  kind text not null,
  type text not null,
  object_id text,
  payload jsonb not null,
  received_at timestamptz default now() not null,
  processed_at timestamptz,
  tries integer default 0 not null,
  error text,
  primary key (account, event_id)
);
create index provider_events_open on provider_events (received_at) where (processed_at is null);

create table push_subscriptions (
  id uuid default uuid7() not null,
  person_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  agent text,
  created_at timestamptz default now() not null,
  failed_at timestamptz,
  primary key (id),
  unique (endpoint),
  foreign key (person_id) references people(id) on delete cascade
);
create index push_subscriptions_person on push_subscriptions (person_id);
alter table push_subscriptions force row level security;
create policy own on push_subscriptions to fieldhive_app using (person_id = app_person()) with check (person_id = app_person());
create policy platform on push_subscriptions to fieldhive_platform using (true) with check (true);

create table record_changes (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  record text not null,
  record_id text not null,
  customer_id uuid,
  at timestamptz default now() not null,
  actor_id uuid,
  real_actor_id uuid,
  request_id text,
  ip text,
  before jsonb not null,
  after jsonb not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organizations(id),
  check (record in ('customer', 'visit', 'invoice', 'person'))
);
create index record_changes_at on record_changes (at);
create index record_changes_customer on record_changes (organization_id, customer_id, id desc) where (customer_id is not null);
create index record_changes_record on record_changes (organization_id, record, record_id, id desc);
create index record_changes_request on record_changes (organization_id, request_id) where (request_id is not null);
alter table record_changes force row level security;
create policy platform on record_changes to fieldhive_platform using (true) with check (true);
create policy sight on record_changes as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and false);
create policy tenant on record_changes to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table refunds (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  payment_id uuid not null,
  amount_cents bigint not null,
  reason text,
  key text not null,
  provider_id text,
  state text default 'started' not null,
  error_sentence text,
  actor_id uuid,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  automatic boolean default false not null,
  tip_cents bigint default 0 not null,
  accepted_at timestamptz,
  again_of uuid,
  method text,
  credit_id uuid,
  dropped_at timestamptz,
  primary key (organization_id, id),
  unique (key),
  unique (provider_id),
  foreign key (organization_id, again_of) references refunds(organization_id, id),
  foreign key (organization_id, credit_id) references credits(organization_id, id),
  foreign key (organization_id, payment_id) references payments(organization_id, id),
  check (amount_cents > 0),
  check (tip_cents >= 0 and tip_cents <= amount_cents),
  check ((credit_id is not null) = (not method is distinct from 'credit')),
  check (method in ('cash', 'check', 'other', 'credit')),
  check (state in ('started', 'unknown', 'pending', 'succeeded', 'failed'))
);
create unique index refunds_again on refunds (organization_id, again_of) where ((again_of is not null) and (state <> 'failed'));
create index refunds_failed on refunds (organization_id, payment_id) where ((state = 'failed') and (dropped_at is null));
create index refunds_payment on refunds (organization_id, payment_id);
create index refunds_unsettled on refunds (updated_at) where (state in ('started', 'unknown', 'pending'));
alter table refunds force row level security;
create policy platform on refunds to fieldhive_platform using (true) with check (true);
create policy sight on refunds as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and false);
create policy tenant on refunds to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table review_requests (
  organization_id uuid default app_org() not null,
  customer_id uuid not null,
  season text not null,
  asked_at timestamptz default now() not null,
  primary key (organization_id, customer_id, season),
  foreign key (organization_id, customer_id) references customers(organization_id, id),
  foreign key (organization_id) references organizations(id)
);
alter table review_requests force row level security;
create policy platform on review_requests to fieldhive_platform using (true) with check (true);
create policy sight on review_requests as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and customer_id = app_customer() or (select app_sight() = 'team') and (exists (select 1 from customers c where c.organization_id = review_requests.organization_id and c.id = review_requests.customer_id)));
create policy tenant on review_requests to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table route_spots (
  organization_id uuid default app_org() not null,
  series_id uuid not null,
  original_date date not null,
  date date not null,
  team_id uuid,
  position integer not null,
  primary key (organization_id, series_id, original_date),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, team_id) references teams(organization_id, id),
  check ("position" > 0)
);
create index route_spots_day on route_spots (organization_id, date);
alter table route_spots force row level security;
create policy platform on route_spots to fieldhive_platform using (true) with check (true);
create policy sight on route_spots as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'team') and (team_id = any (app_teams())));
create policy tenant on route_spots to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table rules (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  series_id uuid not null,
  customer_id uuid not null,
  service_id uuid not null,
  location_id uuid,
  team_id uuid,
  pattern text not null,
  interval integer default 1 not null,
  weekdays smallint[],
  month_week smallint,
  anchor_date date not null,
  start_date date not null,
  end_date date,
  season_start_month smallint,
  season_end_month smallint,
  start_minutes integer,
  duration_minutes integer,
  price_cents bigint,
  billing_mode text default 'per_visit' not null,
  notes text,
  created_by uuid,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  removed_at timestamptz,
  pauses jsonb default '[]' not null,
  skips_closed boolean default false not null,
  counts_from text default 'schedule' not null,
  buffer_days integer,
  primary key (organization_id, id),
  foreign key (created_by) references people(id),
  foreign key (organization_id, customer_id) references customers(organization_id, id),
  foreign key (organization_id, location_id) references service_locations(organization_id, id),
  foreign key (organization_id, service_id) references services(organization_id, id),
  foreign key (organization_id, team_id) references teams(organization_id, id),
  check (billing_mode in ('per_visit', 'per_period', 'none')),
  check (buffer_days >= 0 and buffer_days <= 60),
  check (end_date is null or end_date >= start_date),
  check (counts_from in ('schedule', 'completion')),
  check (duration_minutes >= 1 and duration_minutes <= 1440),
  check ("interval" >= 1 and "interval" <= 26),
  check (pattern in ('once', 'weekly', 'every_x_weeks', 'monthly', 'every_x_months', 'every_6_months')),
  check (price_cents >= 0),
  check (start_minutes >= 0 and start_minutes <= 1439)
);
create index rules_customer on rules (organization_id, customer_id);
create index rules_location on rules (organization_id, location_id) where (location_id is not null);
create index rules_series on rules (organization_id, series_id, start_date);
create index rules_team on rules (organization_id, team_id);
create index rules_window on rules (organization_id, start_date, end_date);
alter table rules force row level security;
create policy platform on rules to fieldhive_platform using (true) with check (true);
create policy sight on rules as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and customer_id = app_customer() or (select app_sight() = 'team') and ((team_id = any (app_teams())) or crew_has_series(series_id) or crew_has_customer(customer_id)));
create policy tenant on rules to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table schedule_edits (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  image jsonb not null,
  digest text not null,
  created_by uuid,
  created_at timestamptz default now() not null,
  undone_at timestamptz,
  restored integer,
  primary key (organization_id, id),
  foreign key (created_by) references people(id),
  foreign key (organization_id) references organizations(id)
);
create index schedule_edits_age on schedule_edits (organization_id, created_at);
alter table schedule_edits force row level security;
create policy platform on schedule_edits to fieldhive_platform using (true) with check (true);
create policy sight on schedule_edits as restrictive to fieldhive_app using (app_sight() = 'all' or app_sight() = 'customer' and false or app_sight() = 'team' and false);
create policy tenant on schedule_edits to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table security_events (
  id uuid default uuid7() not null,
  at timestamptz default now() not null,
  event text not null,
  outcome text not null,
  account_id uuid,
  account_hash text,
  person_id uuid,
  real_person_id uuid,
  organization_id uuid,
  session_uid text,
  ip text,
  agent text,
  method text,
  route text,
  request_id text,
  detail jsonb,
  primary key (id),
  check (outcome in ('success', 'failure'))
);
create index security_events_account on security_events (account_id, id desc) where (account_id is not null);
create index security_events_at on security_events (at);
create index security_events_kind on security_events (event, id desc);
create index security_events_organization on security_events (organization_id, id desc) where (organization_id is not null);
create index security_events_person on security_events (person_id, id desc) where (person_id is not null);
create index security_events_real_person on security_events (real_person_id, id desc) where (real_person_id is not null);

create table service_locations (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  customer_id uuid not null,
  label text default 'Home' not null,
  street text,
  city text,
  state text,
  zip text,
  is_default boolean default false not null,
  created_at timestamptz default now() not null,
  removed_at timestamptz,
  latitude double precision,
  longitude double precision,
  located_key text,
  address_key text generated always as (address_key(street, zip)) stored,
  primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customers(organization_id, id),
  check (latitude >= '-90'::integer::double precision and latitude <= 90::double precision),
  check (longitude >= '-180'::integer::double precision and longitude <= 180::double precision),
  check (num_nulls(latitude, longitude) in (0, 2))
);
create index service_locations_address on service_locations (organization_id, address_key) where (is_default and (address_key is not null));
create index service_locations_customer on service_locations (organization_id, customer_id);
create unique index service_locations_default on service_locations (organization_id, customer_id) where is_default;
create index service_locations_to_locate on service_locations (organization_id, id) where ((address_key is not null) and (removed_at is null) and (located_key is distinct from address_key));
create trigger service_locations_copy_text_changed after update on service_locations referencing old table as gone new table as written for each statement execute function copy_address_text();
create trigger service_locations_copy_text_gone after delete on service_locations referencing old table as gone for each statement execute function copy_address_text();
create trigger service_locations_copy_text_new after insert on service_locations referencing new table as written for each statement execute function copy_address_text();
alter table service_locations force row level security;
create policy platform on service_locations to fieldhive_platform using (true) with check (true);
create policy sight on service_locations as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and customer_id = app_customer() or (select app_sight() = 'team') and (exists (select 1 from customers c where c.organization_id = service_locations.organization_id and c.id = service_locations.customer_id)));
create policy tenant on service_locations to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table services (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  key text not null,
  name text not null,
  description text default '' not null,
  equipment_needed text,
  price_cents bigint not null,
  currency text default 'USD' not null,
  estimated_minutes integer default 60 not null,
  crew_members_needed integer,
  materials text,
  notes text,
  active boolean default true not null,
  version integer default 1 not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  taxable boolean default false not null,
  checklist jsonb default '[]' not null,
  records_products boolean default false not null,
  asks_signature boolean default false not null,
  primary key (organization_id, id),
  unique (organization_id, key),
  foreign key (organization_id) references organizations(id),
  check (crew_members_needed >= 0),
  check (estimated_minutes >= 0),
  check (price_cents >= 0)
);
alter table services force row level security;
create policy platform on services to fieldhive_platform using (true) with check (true);
create policy tenant on services to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table setting (
  key text not null,
  value jsonb not null,
  primary key (key)
);

create table shift_breaks (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  shift_id uuid not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  unpaid_minutes integer default 0 not null,
  ended_by_work boolean default false not null,
  entered_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, shift_id) references shifts(organization_id, id),
  check (ended_at >= started_at),
  check (unpaid_minutes >= 0)
);
create unique index shift_breaks_running on shift_breaks (organization_id, shift_id) where (ended_at is null);
create index shift_breaks_shift on shift_breaks (organization_id, shift_id, started_at);
alter table shift_breaks force row level security;
create policy platform on shift_breaks to fieldhive_platform using (true) with check (true);
create policy sight on shift_breaks as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and (exists (select 1 from shifts s where s.organization_id = shift_breaks.organization_id and s.id = shift_breaks.shift_id)));
create policy tenant on shift_breaks to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table shift_edits (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  shift_id uuid not null,
  edited_by uuid not null,
  reason text not null,
  before jsonb,
  after jsonb not null,
  created_at timestamptz default now() not null,
  primary key (organization_id, id),
  foreign key (edited_by) references people(id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, shift_id) references shifts(organization_id, id),
  check (length(reason) >= 1 and length(reason) <= 500)
);
create index shift_edits_shift on shift_edits (organization_id, shift_id, id);
alter table shift_edits force row level security;
create policy platform on shift_edits to fieldhive_platform using (true) with check (true);
create policy sight on shift_edits as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and false);
create policy tenant on shift_edits to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table shifts (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  person_id uuid not null,
  team_id uuid,
  started_at timestamptz default now() not null,
  ended_at timestamptz,
  start_lat double precision,
  start_lng double precision,
  start_accuracy double precision,
  end_lat double precision,
  end_lng double precision,
  end_accuracy double precision,
  break_minutes integer default 0 not null,
  reviewed_at timestamptz,
  added_by uuid,
  came_late boolean default false not null,
  break_to_check boolean default false not null,
  primary key (organization_id, id),
  foreign key (added_by) references people(id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, team_id) references teams(organization_id, id),
  foreign key (person_id) references people(id),
  check (break_minutes >= 0)
);
create index shifts_list on shifts (organization_id, started_at desc);
create index shifts_person on shifts (organization_id, person_id, started_at);
create unique index shifts_running on shifts (organization_id, person_id) where (ended_at is null);
create index shifts_to_review on shifts (organization_id, started_at) where ((reviewed_at is null) and (came_late or break_to_check or (ended_at is null) or ((ended_at - started_at) >= '14:00:00')));
alter table shifts force row level security;
create policy platform on shifts to fieldhive_platform using (true) with check (true);
create policy sight on shifts as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and (person_id = app_person() or (team_id = any (app_teams()))));
create policy tenant on shifts to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table signup_leads (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  token_hash text not null,
  invitation_id uuid,
  email text not null,
  step text default 'address' not null,
  data jsonb default '{}' not null,
  customer_id uuid,
  completed_at timestamptz,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  claimed_by uuid,
  all_asked_at timestamptz,
  primary key (organization_id, id),
  unique (token_hash),
  foreign key (claimed_by) references people(id),
  foreign key (organization_id, customer_id) references customers(organization_id, id),
  foreign key (organization_id) references organizations(id)
);
create index signup_leads_customer on signup_leads (organization_id, customer_id) where (customer_id is not null);
alter table signup_leads force row level security;
create policy platform on signup_leads to fieldhive_platform using (true) with check (true);
create policy sight on signup_leads as restrictive to fieldhive_app using (app_sight() = 'all' or app_sight() = 'customer' and customer_id = app_customer() or app_sight() = 'team' and false);
create policy tenant on signup_leads to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table sms_senders (
  number text not null,
  unregistered_at timestamptz,
  detail text,
  primary key (number)
);
alter table sms_senders force row level security;
create policy platform on sms_senders to fieldhive_platform using (true) with check (true);

create table sse_tickets (
  token_hash text not null,
  person_id uuid not null,
  organization_id uuid,
  expires_at timestamptz not null,
  actor jsonb not null,
  primary key (token_hash)
);

create table tax_rates (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  position integer not null,
  name text not null,
  rate_ppm integer not null,
  zips text[] default '{}'::text[] not null,
  is_default boolean default false not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organizations(id),
  check (length(name) >= 1 and length(name) <= 80),
  check (rate_ppm >= 0 and rate_ppm <= 500000)
);
create unique index tax_rates_default on tax_rates (organization_id) where is_default;
alter table tax_rates force row level security;
create policy platform on tax_rates to fieldhive_platform using (true) with check (true);
create policy tenant on tax_rates to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table teams (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  name text not null,
  color text,
  version integer default 1 not null,
  created_at timestamptz default now() not null,
  deleted_at timestamptz,
  day_minutes integer,
  primary key (organization_id, id),
  foreign key (organization_id) references organizations(id),
  check (day_minutes >= 15 and day_minutes <= 1440)
);
create unique index teams_name on teams (organization_id, lower(name)) where (deleted_at is null);
alter table teams force row level security;
create policy platform on teams to fieldhive_platform using (true) with check (true);
create policy sight on teams as restrictive for select to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and ((exists (select 1 from rules r where r.organization_id = teams.organization_id and r.customer_id = app_customer() and r.team_id = teams.id)) or (exists (select 1 from visits v where v.organization_id = teams.organization_id and v.customer_id = app_customer() and v.team_id = teams.id)) or (exists (select 1 from customers c where c.organization_id = teams.organization_id and c.id = app_customer() and c.team_id = teams.id))) or (select app_sight() = 'team') and true);
create policy tenant on teams to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table thread_addresses (
  organization_id uuid default app_org() not null,
  channel text not null,
  address text not null,
  thread_id uuid not null,
  primary key (organization_id, channel, address),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, thread_id) references threads(organization_id, id) on delete cascade,
  check (channel in ('email', 'sms'))
);
create index thread_addresses_lookup on thread_addresses (channel, address);
create index thread_addresses_thread on thread_addresses (organization_id, thread_id);
alter table thread_addresses force row level security;
create policy platform on thread_addresses to fieldhive_platform using (true) with check (true);
create policy sight on thread_addresses as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and false);
create policy tenant on thread_addresses to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table thread_reads (
  organization_id uuid default app_org() not null,
  thread_id uuid not null,
  person_id uuid not null,
  upto timestamptz not null,
  primary key (organization_id, thread_id, person_id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, thread_id) references threads(organization_id, id) on delete cascade,
  foreign key (person_id) references people(id)
);
alter table thread_reads force row level security;
create policy platform on thread_reads to fieldhive_platform using (true) with check (true);
create policy sight on thread_reads as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and false);
create policy tenant on thread_reads to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table threads (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  customer_id uuid,
  name text,
  state text default 'open' not null,
  assignee_id uuid,
  series_id uuid,
  original_date date,
  needs_care boolean default false not null,
  last_at timestamptz default now() not null,
  last_in_at timestamptz,
  version integer default 1 not null,
  created_at timestamptz default now() not null,
  primary key (organization_id, id),
  foreign key (assignee_id) references people(id),
  foreign key (organization_id, customer_id) references customers(organization_id, id),
  foreign key (organization_id) references organizations(id),
  check (state in ('open', 'waiting', 'closed'))
);
create unique index threads_customer on threads (organization_id, customer_id) where (customer_id is not null);
create index threads_list on threads (organization_id, state, last_at desc);
alter table threads force row level security;
create policy platform on threads to fieldhive_platform using (true) with check (true);
create policy sight on threads as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and false);
create policy tenant on threads to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table time_off (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  team_id uuid,
  person_id uuid,
  from_date date not null,
  to_date date not null,
  reason text,
  created_by uuid,
  created_at timestamptz default now() not null,
  primary key (organization_id, id),
  foreign key (created_by) references people(id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, team_id) references teams(organization_id, id),
  foreign key (person_id) references people(id),
  check (num_nonnulls(team_id, person_id) = 1),
  check (to_date >= from_date and to_date < (from_date + 366)),
  check (length(reason) >= 1 and length(reason) <= 200)
);
create index time_off_days on time_off (organization_id, to_date);
alter table time_off force row level security;
create policy platform on time_off to fieldhive_platform using (true) with check (true);
create policy sight on time_off as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and ((team_id = any (app_teams())) or person_id = app_person()));
create policy tenant on time_off to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table visit_notes (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  series_id uuid not null,
  original_date date not null,
  customer_id uuid not null,
  person_id uuid not null,
  text text not null,
  written_at timestamptz not null,
  for_customer boolean default false not null,
  primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customers(organization_id, id),
  foreign key (organization_id) references organizations(id),
  foreign key (person_id) references people(id),
  check (length(text) >= 1 and length(text) <= 2000)
);
create index visit_notes_customer on visit_notes (organization_id, customer_id);
create index visit_notes_visit on visit_notes (organization_id, series_id, original_date);
alter table visit_notes force row level security;
create policy platform on visit_notes to fieldhive_platform using (true) with check (true);
create policy sight on visit_notes as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and for_customer and customer_id = app_customer() or (select app_sight() = 'team') and (crew_has_series(series_id) or (exists (select 1 from visits v where v.organization_id = visit_notes.organization_id and v.series_id = visit_notes.series_id and v.original_date = visit_notes.original_date))));
create policy tenant on visit_notes to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table visit_reminders (
  organization_id uuid default app_org() not null,
  series_id uuid not null,
  original_date date not null,
  date date not null,
  customer_id uuid not null,
  created_at timestamptz default now() not null,
  primary key (organization_id, series_id, original_date, date),
  foreign key (organization_id, customer_id) references customers(organization_id, id)
);
create index visit_reminders_customer on visit_reminders (organization_id, customer_id);
create index visit_reminders_date on visit_reminders (organization_id, date);
alter table visit_reminders force row level security;
create policy platform on visit_reminders to fieldhive_platform using (true) with check (true);
create policy sight on visit_reminders as restrictive to fieldhive_app using (app_sight() = 'all' or app_sight() = 'customer' and false or app_sight() = 'team' and false);
create policy tenant on visit_reminders to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table visit_requests (
  organization_id uuid default app_org() not null,
  id uuid default uuid7() not null,
  customer_id uuid not null,
  service_id uuid,
  location_id uuid,
  wished_on date,
  note text,
  status text default 'requested' not null,
  answer text,
  series_id uuid,
  planned_on date,
  created_at timestamptz default now() not null,
  resolved_at timestamptz,
  resolved_by uuid,
  primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customers(organization_id, id),
  foreign key (organization_id, location_id) references service_locations(organization_id, id),
  foreign key (organization_id, service_id) references services(organization_id, id),
  foreign key (resolved_by) references people(id),
  check (length(answer) <= 500),
  check (service_id is not null or note is not null),
  check (length(note) <= 500),
  check (status in ('requested', 'scheduled', 'declined', 'withdrawn'))
);
create index visit_requests_customer on visit_requests (organization_id, customer_id, id desc);
create index visit_requests_location on visit_requests (organization_id, location_id) where (location_id is not null);
create index visit_requests_open on visit_requests (organization_id, id desc) where (status = 'requested');
alter table visit_requests force row level security;
create policy platform on visit_requests to fieldhive_platform using (true) with check (true);
create policy sight on visit_requests as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and customer_id = app_customer() or (select app_sight() = 'team') and false);
create policy tenant on visit_requests to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table visit_ticks (
  organization_id uuid default app_org() not null,
  series_id uuid not null,
  original_date date not null,
  item_id uuid not null,
  text text not null,
  is_done boolean not null,
  person_id uuid not null,
  ticked_at timestamptz not null,
  primary key (organization_id, series_id, original_date, item_id),
  foreign key (organization_id) references organizations(id),
  foreign key (person_id) references people(id),
  check (length(text) >= 1 and length(text) <= 200)
);
alter table visit_ticks force row level security;
create policy platform on visit_ticks to fieldhive_platform using (true) with check (true);
create policy sight on visit_ticks as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and false or (select app_sight() = 'team') and (crew_has_series(series_id) or (exists (select 1 from visits v where v.organization_id = visit_ticks.organization_id and v.series_id = visit_ticks.series_id and v.original_date = visit_ticks.original_date))));
create policy tenant on visit_ticks to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());

create table visits (
  organization_id uuid default app_org() not null,
  series_id uuid not null,
  original_date date not null,
  rule_id uuid not null,
  customer_id uuid not null,
  date date not null,
  start_minutes integer,
  start_is_own boolean default false not null,
  duration_minutes integer,
  team_id uuid,
  team_is_own boolean default false not null,
  price_cents bigint,
  status text default 'scheduled' not null,
  skip_reason text,
  notes text,
  completed_at timestamptz,
  completed_by uuid,
  completion_via text,
  invoice_id uuid,
  service_name text,
  version integer default 1 not null,
  updated_at timestamptz default now() not null,
  created_at timestamptz default now() not null,
  duration_is_own boolean default false not null,
  price_is_own boolean default false not null,
  completion jsonb,
  hold_reason text,
  held_at timestamptz,
  held_by uuid,
  on_the_way_at timestamptz,
  started_at timestamptz,
  checklist jsonb,
  open_reason text,
  primary key (organization_id, series_id, original_date),
  foreign key (completed_by) references people(id),
  foreign key (held_by) references people(id),
  foreign key (organization_id, customer_id) references customers(organization_id, id),
  foreign key (organization_id, invoice_id) references invoices(organization_id, id),
  foreign key (organization_id, rule_id) references rules(organization_id, id),
  foreign key (organization_id, team_id) references teams(organization_id, id),
  check (duration_minutes >= 1 and duration_minutes <= 1440),
  check (case when hold_reason is null then held_at is null and held_by is null else status = 'skipped' and held_at is not null and char_length(hold_reason) >= 1 and char_length(hold_reason) <= 200 end),
  check (length(open_reason) >= 1 and length(open_reason) <= 300),
  check (price_cents >= 0),
  check (skip_reason in ('staff', 'customer', 'paused', 'weather', 'payment')),
  check (start_minutes >= 0 and start_minutes <= 1439),
  check (status in ('scheduled', 'in_progress', 'completed', 'skipped'))
);
create index visits_customer on visits (organization_id, customer_id, date desc);
create index visits_date on visits (organization_id, date);
create index visits_invoice on visits (organization_id, invoice_id);
create index visits_original on visits (organization_id, original_date);
create index visits_rule on visits (organization_id, rule_id);
create index visits_tray on visits (organization_id, held_at, series_id, original_date) where (hold_reason is not null);
create trigger note_change after update on visits for each row execute function note_change('visit', 'version,updated_at,rule_id,start_is_own,team_is_own,duration_is_own,price_is_own,completion,invoice_id');
alter table visits force row level security;
create policy platform on visits to fieldhive_platform using (true) with check (true);
create policy sight on visits as restrictive to fieldhive_app using ((select app_sight() = 'all') or (select app_sight() = 'customer') and customer_id = app_customer() or (select app_sight() = 'team') and ((team_id = any (app_teams())) or crew_has_series(series_id)));
create policy tenant on visits to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org());
