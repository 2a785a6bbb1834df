-- People without e-mail, and people without a password: a code sent to a mailbox or a phone, or a device that the office set up.
alter table people alter column email drop not null;
alter table idp_account alter column email drop not null, add column phone_number text;
create unique index idp_account_phone on idp_account (phone_number) where phone_number is not null;

-- A code that was sent for a sign-in in progress. `email` is the mailbox of somebody who has no account yet.
create table idp_sign_in_code (
  uid text primary key, account_id uuid references idp_account(id) on delete cascade, email text,
  code_hash text not null, tries int not null default 0, expires_at timestamptz not null);
-- A link that signs one device in, shown as a QR code by the office.
create table idp_device_link (
  token_hash text primary key, account_id uuid not null references idp_account(id) on delete cascade,
  organization_id uuid not null references organizations(id), created_by uuid not null references people(id),
  expires_at timestamptz not null, used_at timestamptz);
create index idp_device_link_account on idp_device_link (account_id);
revoke all on idp_sign_in_code, idp_device_link from fieldhive_app;
