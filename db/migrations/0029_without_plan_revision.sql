-- Nothing keeps rules and customers between reads any more, so nothing has to notice that they were written.
drop trigger rules_touch_plan on rules;
drop trigger closed_dates_touch_plan on closed_dates;
drop trigger locations_touch_plan on service_locations;
drop trigger customers_touch_plan on customers;
drop function plan_touched();
-- A process of the previous version still reads and raises `plan_revision`. Until the column is dropped, which can be done once no such
-- process runs, every event gives it a new value, so that such a process reads again and never answers an old week.
create function plan_follows() returns trigger language plpgsql as $$
begin
  new.plan_revision := new.revision;
  return new;
end $$;
create trigger organizations_plan before update of revision on organizations for each row execute function plan_follows();
