-- News of the product that a platform administrator writes: a draft until it is sent, then fixed. It goes to the people who chose such news
-- and had a proven mailbox when it was sent. Their messages are unique by update and person, through `once_key`.
create table product_updates (
  id uuid primary key default uuid7(), subject text not null, text text not null, subject_es text, text_es text,
  state text not null default 'draft' check (state in ('draft', 'sending', 'sent')),
  version int not null default 1, -- counts the changes of the draft, so that nobody sends what they did not see
  author_id uuid not null references people(id), sent_by uuid references people(id),
  person_ids uuid[] not null default '{}', next_index int not null default 0,
  created_at timestamptz not null default now(), sent_at timestamptz, ended_at timestamptz,
  check ((subject_es is null) = (text_es is null)), check ((state = 'draft') = (sent_at is null)));
revoke all on product_updates from fieldhive_app;

-- A sent update stays as it is; only its sending goes on. Deleting somebody's data is the owner's, and may blot out a name in it.
create function keep_sent_update() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if current_user = 'fieldhive_platform' and old.state <> 'draft' and (tg_op = 'DELETE' or new.state = 'draft' or
    (new.subject, new.text, new.subject_es, new.text_es, new.person_ids, new.sent_by, new.sent_at)
      is distinct from (old.subject, old.text, old.subject_es, old.text_es, old.person_ids, old.sent_by, old.sent_at)) then
    raise exception 'A sent product update is fixed.' using errcode = '42501';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger keep_sent_update before update or delete on product_updates for each row execute function keep_sent_update();

alter table messages add column product_update_id uuid references product_updates(id),
  add column switched_off_at timestamptz; -- its reader used its link to end such messages
create index messages_product_update on messages (product_update_id) where product_update_id is not null;
create index messages_product_updates_of on messages (person_id, id) where product_update_id is not null;
create index people_product_updates on people (id) where notification_prefs->>'product_updates' = 'true';
