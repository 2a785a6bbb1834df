-- From what to what: every changed column of a customer, visit, invoice or person, with who changed it and in which request. Written
-- by triggers, so that no writer can forget it and jobs are seen too. Sealed columns only say that they changed.
create table record_changes (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(),
  record text not null check (record in ('customer', 'visit', 'invoice', 'person')), record_id text not null, customer_id uuid,
  at timestamptz not null default now(), actor_id uuid, real_actor_id uuid, request_id text, ip text,
  before jsonb not null, after jsonb not null, primary key (organization_id, id));
create index record_changes_record on record_changes (organization_id, record, record_id, id desc);
create index record_changes_customer on record_changes (organization_id, customer_id, id desc) where customer_id is not null;
create index record_changes_request on record_changes (organization_id, request_id) where request_id is not null;
create index record_changes_at on record_changes (at);
call tenant_table('record_changes');
call sight_policy('record_changes', 'false', 'false');
revoke insert, update, delete on record_changes from fieldhive_app;
revoke update, delete on record_changes from fieldhive_platform;

-- Arguments: what the record is called, columns nobody reads about, columns whose values are not kept.
create function note_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  old_row jsonb := to_jsonb(old);
  new_row jsonb := to_jsonb(new);
  skipped text[] := string_to_array(tg_argv[1], ',');
  sealed text[] := string_to_array(coalesce(tg_argv[2], ''), ',');
  was jsonb;
  becomes jsonb;
begin
  select jsonb_object_agg(key, case when key = any (sealed) and old_row->key <> 'null' then to_jsonb('•••'::text) else old_row->key end),
         jsonb_object_agg(key, case when key = any (sealed) and value <> 'null' then to_jsonb('•••'::text) else value end)
    into was, becomes from jsonb_each(new_row) where value is distinct from old_row->key and key <> all (skipped);
  if becomes is null then return null; end if;
  insert into record_changes (organization_id, record, record_id, customer_id, actor_id, real_actor_id, request_id, ip, before, after)
    select o.id, tg_argv[0],
      case tg_table_name when 'visits' then concat(new_row->>'series_id', ':', new_row->>'original_date')
        when 'memberships' then new_row->>'person_id' else new_row->>'id' end,
      case tg_table_name when 'customers' then (new_row->>'id')::uuid else (new_row->>'customer_id')::uuid end,
      nullif(current_setting('app.actor_id', true), '')::uuid, nullif(current_setting('app.real_actor_id', true), '')::uuid,
      nullif(current_setting('app.request_id', true), ''), nullif(current_setting('app.ip', true), ''), was, becomes
    -- A person belongs to no organization: each one they work for or buy from sees the change.
    from (select (new_row->>'organization_id')::uuid as id where tg_table_name <> 'people'
      union select m.organization_id from memberships m where tg_table_name = 'people' and m.person_id = (new_row->>'id')::uuid) o;
  return null;
end $$;
grant create on schema public to fieldhive_platform;
alter function note_change() owner to fieldhive_platform;
revoke create on schema public from fieldhive_platform;

create trigger note_change after update on customers for each row execute function note_change('customer',
  'version,updated_at,search,referral_count,wishes_before,signup_seen_at,stripe_customer_id,was_active,phone_display', 'gate_code');
create trigger note_change after update on visits for each row execute function note_change('visit',
  'version,updated_at,rule_id,start_is_own,team_is_own,duration_is_own,price_is_own,completion,invoice_id');
create trigger note_change after update on invoices for each row execute function note_change('invoice',
  'version,updated_at,pay_token_hash,pay_token_sealed,pay_token_expires_at,retry_count,next_retry_at,due_tried_on,refusal_code,paid_ties,failure_code,effective_due_date');
create trigger note_change after update on people for each row execute function note_change('person',
  'updated_at,last_seen_at,email_verified_at,active_organization_id,theme,notification_prefs,avatar_url');
create trigger note_change after update on memberships for each row execute function note_change('person', 'ended_at,ended_by,is_customer');

create or replace function purge_audit() returns bigint language sql security definer set search_path = public, pg_temp as $$
  with gone as (delete from audit where at < now() - interval '7 years' returning 1),
    changes as (delete from record_changes where at < now() - interval '7 years' returning 1)
  select (select count(*) from gone) + (select count(*) from changes)
$$;
