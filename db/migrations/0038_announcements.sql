-- Announcements: what sort it is, by which ways it goes, and when its next part is due. A message knows the announcement it is part of.
alter table announcements
  add column kind text not null default 'announcement_service' check (kind in ('announcement_service', 'promotion')),
  add column by_email boolean not null default true,
  add column by_text boolean not null default false,
  add column next_at timestamptz not null default now();
alter table messages add column announcement_id uuid;
create index messages_announcement on messages (organization_id, announcement_id) where announcement_id is not null;
alter table consents add column page text; -- the path of the page on which it was given
