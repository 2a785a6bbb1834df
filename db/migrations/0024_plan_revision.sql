-- Rules, customers and where they live change seldom, visits all day. `plan_revision` is raised with `revision` when the transaction wrote
-- any of the first or closed a day, so that a process may keep them between two reads of a schedule: what it knows of one `plan_revision` is still so.
alter table organizations add column plan_revision bigint not null default 0;

create function plan_touched() returns trigger language plpgsql as $$
begin
  perform set_config('app.plan_touched', 'yes', true);
  return null;
end $$;

create trigger rules_touch_plan after insert or update or delete on rules for each statement execute function plan_touched();
-- Which rules are read for a window depends on the days that are closed.
create trigger closed_dates_touch_plan after insert or update or delete on closed_dates for each statement execute function plan_touched();
create trigger locations_touch_plan after insert or update or delete on service_locations for each statement execute function plan_touched();
-- What else a customer's row holds (balances, counters, notes) is no part of a schedule.
create trigger customers_touch_plan after insert or delete or update of organization_id, id, name, email, phone_number, phone_display, street, city, state, zip,
  available_days, default_payment_method_id, status, paused_from, resume_on on customers for each statement execute function plan_touched();
