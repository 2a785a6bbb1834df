-- Who looks is asked once for a statement, not once for a row; and the planner no longer takes every table for an empty one.
do $$ declare t text; customer_sees text; team_sees text; begin
  for t, customer_sees, team_sees in values
    ('service_locations', 'customer_id = app_customer()', 'crew_has_customer(customer_id)'),
    ('rules', 'customer_id = app_customer()', 'team_id = any (app_teams()) or crew_has_series(series_id) or crew_has_customer(customer_id)'),
    ('visits', 'customer_id = app_customer()', 'team_id = any (app_teams()) or crew_has_series(series_id)'),
    ('invoices', 'customer_id = app_customer() and doc <> ''draft''', 'crew_has_invoice(id)')
  loop
    execute format('alter policy sight on %I using ((select app_sight() = ''all'') or ((select app_sight() = ''customer'') and (%s)) or ((select app_sight() = ''team'') and (%s)))',
      t, customer_sees, team_sees);
  end loop;
end $$;
