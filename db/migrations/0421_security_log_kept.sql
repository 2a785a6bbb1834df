-- What happened at sign-ins is kept for a year, and the server's own login can't take a row of it back before.
create function purge_security() returns bigint language sql security definer set search_path = public, pg_temp as $$
  with gone as (delete from security_events where at < now() - interval '1 year' returning 1) select count(*) from gone
$$;
revoke execute on function purge_security() from public;
grant execute on function purge_security() to fieldhive_platform;
revoke delete, truncate on security_events from fieldhive_platform;
-- The list of the platform admin: newest first, of one kind, or of one business.
create index security_events_kind on security_events (event, id desc);
create index security_events_organization on security_events (organization_id, id desc) where organization_id is not null;
create index security_events_real_person on security_events (real_person_id, id desc) where real_person_id is not null;
