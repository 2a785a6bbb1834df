-- The second line behind the code: what a customer or a crew may read of tables that until now asked only for the organization, if a query
-- ever forgets its condition. Only for reading: what a transaction wrote itself (now() is the time it began) it may read back.
create procedure read_policy(name text, customer_sees text, team_sees text) language plpgsql as $$
begin
  execute format('create policy sight on %I as restrictive for select to fieldhive_app using ((select app_sight() = ''all'') or ((select app_sight() = ''customer'') and (%s)) or ((select app_sight() = ''team'') and (%s)))',
    name, customer_sees, team_sees);
end $$;
call read_policy('audit', 'at = now()', 'at = now()');
-- Crew leaders invite customers, and see which of these letters came back.
call read_policy('messages', 'customer_id = app_customer() or created_at = now()', 'template = ''customer_invite'' or created_at = now()');
call read_policy('invitations', 'created_at = now()', 'kind in (''customer'', ''permanent'') or created_at = now()');
call read_policy('events', 'customer_id = app_customer() or at = now()', 'team_ids && app_teams() or at = now()');
call read_policy('payment_intents', 'customer_has_invoice(invoice_id) or created_at = now()', 'crew_has_invoice(invoice_id) or created_at = now()');
call read_policy('charge_attempts', 'customer_has_invoice(invoice_id) or created_at = now()', 'crew_has_invoice(invoice_id) or created_at = now()');
-- Crews know each other; customers know the teams that work for them.
call read_policy('teams', 'exists (select 1 from rules r where r.organization_id = teams.organization_id and r.customer_id = app_customer() and r.team_id = teams.id)
  or exists (select 1 from visits v where v.organization_id = teams.organization_id and v.customer_id = app_customer() and v.team_id = teams.id)
  or exists (select 1 from customers c where c.organization_id = teams.organization_id and c.id = app_customer() and c.team_id = teams.id)', 'true');

-- Inside an organization nobody makes people or changes what they may do on the platform: only their own name and notices, where they are
-- at work, and that they came.
revoke insert, update on people from fieldhive_app;
grant update (name, notification_prefs, active_organization_id, status, updated_at) on people to fieldhive_app;
create function only_joins() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if current_user = 'fieldhive_app' and not (old.status = 'invited' and new.status = 'active') then
    raise insufficient_privilege using message = 'inside an organization a person can only join';
  end if;
  return new;
end $$;
create trigger only_joins before update of status on people for each row when (old.status is distinct from new.status) execute function only_joins();

-- Functions that look past a wall: no table made by the caller comes before ours in them, and only our roles may call them.
do $$ declare f record; begin
  for f in select p.oid::regprocedure as name, exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0) as is_open
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef
  loop
    execute format('alter function %s set search_path = public, pg_temp', f.name);
    continue when not f.is_open;
    execute format('revoke execute on function %s from public', f.name);
    execute format('grant execute on function %s to fieldhive_app, fieldhive_platform', f.name);
  end loop;
end $$;
