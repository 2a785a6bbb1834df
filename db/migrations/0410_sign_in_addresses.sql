-- What opens an account: a mailbox or a phone number that its person has proven, by typing back a code or opening a link.
-- Codes are sent to nothing else. `address` is an e-mail in lower case, or a number in E.164; one address opens one account.
create table idp_address (
  kind text not null check (kind in ('mailbox', 'phone')), address text not null,
  account_id uuid not null references idp_account(id) on delete cascade,
  proven_at timestamptz not null default now(), how text not null check (how in ('link', 'code', 'reset', 'operator', 'before')),
  -- The sign-in it was proven in, if there was one.
  session_uid text,
  -- When somebody signed in with it first.
  used_at timestamptz,
  primary key (kind, address));
create index idp_address_account on idp_address (account_id);
revoke all on idp_address from fieldhive_app;

-- Verified mailboxes are proven. `idp_account.email_verified` and `phone_number` are only read by the version before this one.
insert into idp_address (kind, address, account_id, proven_at, how)
  select 'mailbox', lower(a.email), a.id, coalesce(min(p.email_verified_at), a.created_at), 'before'
  from idp_account a left join person_identities i on i.subject = a.id::text left join people p on p.id = i.person_id
  where a.email_verified and a.email is not null group by a.id;
-- Numbers were typed by a business, which proves nothing.
update idp_account set phone_number = null where phone_number is not null;

-- The number a code was sent to: it must still be theirs when the code is typed.
alter table idp_sign_in_code add column phone text;
delete from idp_sign_in_code where account_id is not null;

-- The verified address an identity of another provider came with, so that the person is found again under the next provider.
alter table person_identities add column email text;
