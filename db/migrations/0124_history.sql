-- What people did is kept for seven years. Nobody may delete from the audit otherwise.
create function purge_audit() returns bigint language sql security definer set search_path = public, pg_temp as $$
  with gone as (delete from audit where at < now() - interval '7 years' returning 1) select count(*) from gone
$$;
revoke execute on function purge_audit() from public;
grant execute on function purge_audit() to fieldhive_platform;
create index audit_entity on audit (organization_id, entity_id, id desc) where entity_id is not null;
create index audit_at on audit (at);
