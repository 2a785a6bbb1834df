-- The tenant's policy already limits every row to the organization of the transaction. The default does the same for
-- new rows, so neither a filter nor a value has to be repeated in each statement.
do $$ declare name text; begin
  for name in select c.table_name from information_schema.columns c join pg_policies p on p.tablename = c.table_name and p.policyname = 'tenant'
    where c.table_schema = 'public' and c.column_name = 'organization_id' and c.is_generated = 'NEVER'
  loop
    execute format('alter table %I alter column organization_id set default app_org()', name);
  end loop;
end $$;
create or replace procedure tenant_table(name text) language plpgsql as $$
begin
  execute format('alter table %I alter column organization_id set default app_org()', name);
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('create policy tenant on %I to fieldhive_app using (organization_id = app_org()) with check (organization_id = app_org())', name);
  execute format('create policy platform on %I to fieldhive_platform using (true) with check (true)', name);
end $$;
