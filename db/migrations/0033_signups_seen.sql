-- Sign-ups finished before the dashboard listed them have been seen long ago.
-- The owner of the table has to see every row, whether or not it is a superuser.
alter table customers no force row level security;
update customers set signup_seen_at = now() where signup_completed_at is not null and signup_seen_at is null;
alter table customers force row level security;
create index customers_signups on customers (organization_id, signup_completed_at desc) where signup_completed_at is not null and signup_seen_at is null;
