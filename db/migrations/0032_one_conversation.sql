-- Every message by one way out: what it may do, when it goes, what became of it, and what people answer.

-- A message is queued (perhaps held until a time), claimed, handed over, and settled. An inbound one is received.
alter table messages drop constraint messages_status_check, drop constraint messages_channel_check;
-- Forced row security would hide every row from an owner who is no superuser.
alter table messages no force row level security;
update messages set status = 'refused' where status = 'suppressed';
alter table messages force row level security;
alter table messages
  add constraint messages_status_check check (status in ('queued', 'sending', 'sent', 'delivered', 'bounced', 'failed', 'refused', 'received')),
  add constraint messages_channel_check check (channel in ('email', 'sms', 'push')),
  add column direction text not null default 'out' check (direction in ('out', 'in')),
  add column reason text, -- why it was held, sent another way or refused
  add column held_until timestamptz,
  add column useful_until timestamptz, -- after this it says nothing new: sent now or not at all
  add column claimed_at timestamptz,
  add column delivered_at timestamptz,
  add column basis text, -- what allowed it: a kind that must be sent, a choice, a consent
  add column consent_id uuid,
  add column data jsonb, -- the fields of its template, to word it again for another channel
  add column locale text not null default 'en',
  add column segments int,
  add column author_id uuid references people(id),
  add column resend_of uuid references messages(id),
  add column thread_id uuid;
drop index messages_queue;
create index messages_queue on messages (created_at) where status in ('queued', 'sending');
create unique index messages_provider on messages (channel, provider_id) where provider_id is not null and provider_id <> 'outbox';
create index messages_customer on messages (organization_id, customer_id, id desc);
create index messages_thread on messages (organization_id, thread_id, id desc) where thread_id is not null;
create index messages_recipient on messages (channel, recipient, created_at);

-- Conversations: one for each customer over all channels, or for an address that belongs to no customer yet.
create table threads (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), customer_id uuid, name text,
  state text not null default 'open' check (state in ('open', 'waiting', 'closed')), assignee_id uuid references people(id),
  series_id uuid, original_date date, needs_care boolean not null default false, -- somebody may have asked us to stop in their own words
  last_at timestamptz not null default now(), last_in_at timestamptz, version int not null default 1, created_at timestamptz not null default now(),
  primary key (organization_id, id), foreign key (organization_id, customer_id) references customers (organization_id, id));
create unique index threads_customer on threads (organization_id, customer_id) where customer_id is not null;
create index threads_list on threads (organization_id, state, last_at desc);
call tenant_table('threads');
create table thread_addresses (
  organization_id uuid not null references organizations(id), channel text not null check (channel in ('email', 'sms')), address text not null, thread_id uuid not null,
  primary key (organization_id, channel, address), foreign key (organization_id, thread_id) references threads (organization_id, id) on delete cascade);
create index thread_addresses_lookup on thread_addresses (channel, address);
call tenant_table('thread_addresses');
create table thread_reads (
  organization_id uuid not null references organizations(id), thread_id uuid not null, person_id uuid not null references people(id), upto timestamptz not null,
  primary key (organization_id, thread_id, person_id), foreign key (organization_id, thread_id) references threads (organization_id, id) on delete cascade);
call tenant_table('thread_reads');
create table canned_replies (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), title text not null, text text not null,
  updated_at timestamptz not null default now(), primary key (organization_id, id));
call tenant_table('canned_replies');

-- The owner's own wording of a kind of message; absent parts are ours.
create table message_wordings (
  organization_id uuid not null references organizations(id), kind text not null, locale text not null, parts jsonb not null,
  updated_by uuid references people(id), updated_at timestamptz not null default now(), primary key (organization_id, kind, locale));
call tenant_table('message_wordings');

-- Addresses that take no messages, for every organization: they answered STOP, or nothing arrives there.
create table message_blocks (
  channel text not null check (channel in ('email', 'sms')), address text not null, reason text not null check (reason in ('stopped', 'bounced', 'complained', 'invalid')),
  detail text, at timestamptz not null default now(), primary key (channel, address));
alter table message_blocks enable row level security;
alter table message_blocks force row level security;
create policy platform on message_blocks to fieldhive_platform using (true) with check (true);
-- Whoever writes a message may ask about its address, and nothing else.
create function message_block(asked_channel text, asked_address text) returns text language sql stable security definer set search_path = public as $$
  select reason from message_blocks where channel = asked_channel and address = asked_address
$$;
-- A number may send texts in the United States only once it is registered.
create table sms_senders (number text primary key, unregistered_at timestamptz, detail text);
alter table sms_senders enable row level security;
alter table sms_senders force row level security;
create policy platform on sms_senders to fieldhive_platform using (true) with check (true);
create function sms_sender_ready() returns boolean language sql stable security definer set search_path = public as $$
  select not exists (select 1 from sms_senders where unregistered_at is not null)
$$;
do $$ declare f text; begin
  foreach f in array array['message_block(text, text)', 'sms_sender_ready()'] loop
    execute 'grant create on schema public to fieldhive_platform';
    execute format('alter function %s owner to fieldhive_platform', f);
    execute 'revoke create on schema public from fieldhive_platform';
  end loop;
end $$;

create table push_subscriptions (
  id uuid primary key default uuid7(), person_id uuid not null references people(id) on delete cascade, endpoint text not null unique,
  p256dh text not null, auth text not null, agent text, created_at timestamptz not null default now(), failed_at timestamptz);
create index push_subscriptions_person on push_subscriptions (person_id);
alter table push_subscriptions enable row level security;
alter table push_subscriptions force row level security;
create policy platform on push_subscriptions to fieldhive_platform using (true) with check (true);
create policy own on push_subscriptions to fieldhive_app using (person_id = app_person()) with check (person_id = app_person());

-- Words sent to a group of customers at once.
create table announcements (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), subject text not null, text text not null, filter jsonb not null default '{}',
  state text not null default 'sending' check (state in ('sending', 'stopped', 'sent')), customer_ids uuid[] not null, next_index int not null default 0, per_hour int not null default 200,
  author_id uuid references people(id), created_at timestamptz not null default now(), ended_at timestamptz, primary key (organization_id, id));
call tenant_table('announcements');
create table review_requests (
  organization_id uuid not null references organizations(id), customer_id uuid not null, season text not null, asked_at timestamptz not null default now(),
  primary key (organization_id, customer_id, season), foreign key (organization_id, customer_id) references customers (organization_id, id));
call tenant_table('review_requests');

alter table organizations
  add column message_settings jsonb not null default '{}',
  add column logo text, -- a small picture as a data address, shown in letters
  add column brand_color text check (brand_color ~ '^#[0-9a-f]{6}$'),
  add column digest_on date; -- the last day whose morning digest went out
alter table customers
  add column locale text check (locale in ('en', 'es')),
  add column signup_seen_at timestamptz; -- when the office opened a finished sign-up
alter table people add column email_verified_at timestamptz;
alter table people no force row level security;
update people p set email_verified_at = now() where exists (select 1 from idp_account a where lower(a.email) = lower(p.email) and a.email_verified);
alter table people force row level security;

alter table consents drop constraint consents_kind_check;
alter table consents add constraint consents_kind_check check (kind in ('autopay', 'autopay_oneoffs', 'sms', 'sms_marketing'));
