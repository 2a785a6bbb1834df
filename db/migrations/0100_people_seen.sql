-- When somebody last used the product, to within a few minutes. A list of people reads it.
alter table people add column last_seen_at timestamptz;
-- Ending somebody's sign-ins finds them by their account.
create index idp_payload_account on idp_payload ((payload ->> 'accountId'));
-- Lists of people by role; most have none.
create index people_platform_role on people (platform_role) where platform_role is not null;
