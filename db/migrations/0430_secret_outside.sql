-- The installation's secret lies in the environment or a file, never here. A row of an earlier version still holds it: the first start
-- of this version takes it out, and only what proves the right one stays.
create function take_secret_out(proof text) returns void language sql security definer set search_path = public, pg_temp as $$
  update setting set value = jsonb_build_object('check', proof)
    where key = 'installation_secret' and encode(sha256(convert_to('fieldhive installation ' || (value->>'secret'), 'UTF8')), 'hex') = proof
$$;
revoke execute on function take_secret_out(text) from public;
grant execute on function take_secret_out(text) to fieldhive_platform;
-- What is kept there once is never changed by the server.
revoke update, delete, truncate on setting from fieldhive_platform;

-- Who belongs to the platform is decided by an administrator of it, through the function below, and by nothing else that the server does.
create function guard_platform_role() returns trigger language plpgsql as $$
begin
  if not pg_has_role(current_user, (select relowner from pg_class where oid = 'people'::regclass), 'usage') then
    raise exception 'A platform role is set by set_platform_role only.' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger guard_platform_role_new before insert on people for each row when (new.platform_role is not null)
  execute function guard_platform_role();
create trigger guard_platform_role before update of platform_role on people for each row
  when (new.platform_role is distinct from old.platform_role) execute function guard_platform_role();

-- `by` must be an active administrator, and nobody changes their own role.
create function set_platform_role(by uuid, person uuid, role text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if by is null or by = person or not exists (select 1 from people where id = by and platform_role = 'admin' and status = 'active') then
    raise exception 'Only another administrator sets a platform role.' using errcode = '42501';
  end if;
  update people set platform_role = role, updated_at = now() where id = person;
end $$;
revoke execute on function set_platform_role(uuid, uuid, text) from public;
grant execute on function set_platform_role(uuid, uuid, text) to fieldhive_platform;

-- The first administrator of a platform on which there is nobody yet.
create function invite_first_admin(address text, called text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  lock table people in share row exclusive mode;
  if exists (select 1 from people) or exists (select 1 from organizations) then return; end if;
  insert into people (email, name, platform_role, status) values (address, called, 'admin', 'invited');
end $$;
revoke execute on function invite_first_admin(text, text) from public;
grant execute on function invite_first_admin(text, text) to fieldhive_platform;
