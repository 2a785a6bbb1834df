-- The picture a person uploaded of themselves, 256 pixels wide and high. People belong to no organization, so it is not one of its `files`.
-- `people.avatar_url` names it, on our own origin; addresses elsewhere are no longer shown.
create table person_pictures (
  person_id uuid primary key references people(id), hash text not null, content bytea not null, uploaded_at timestamptz not null default now());
-- Pictures are compressed already.
alter table person_pictures alter column content set storage external;
alter table person_pictures enable row level security;
alter table person_pictures force row level security;
-- Whoever can see a person can see their picture. Only the platform changes it: it is seen in all of their organizations.
create policy same_organization on person_pictures to fieldhive_app using (exists (select 1 from people p where p.id = person_id)) with check (false);
create policy platform on person_pictures to fieldhive_platform using (true) with check (true);
revoke insert, update, delete on person_pictures from fieldhive_app;

alter table people no force row level security;
update people set avatar_url = null where avatar_url is not null;
alter table people force row level security;
