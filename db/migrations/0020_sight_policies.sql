-- Every table made from here on asks who looks once for a statement, as the older ones were changed to do one by one.
create or replace procedure sight_policy(name text, customer_sees text, team_sees text) language plpgsql as $$
begin
  execute format('create policy sight on %I as restrictive to fieldhive_app using ((select app_sight() = ''all'') or ((select app_sight() = ''customer'') and (%s)) or ((select app_sight() = ''team'') and (%s)))',
    name, customer_sees, team_sees);
end $$;
drop policy sight on leave_requests;
call sight_policy('leave_requests', 'customer_id = app_customer()', 'false');
