-- The words of a customer's address follow their default place once for a whole statement. One row at a time, with the plan of the first
-- row, an import of 10,000 customers asked 10,000 times. `execute` plans each statement for the rows it has; for many of them whole lists
-- are compared, for the planner knows nothing about rows that were written a moment ago and would look at every pair.
drop trigger service_locations_copy_text on service_locations;
create or replace function copy_address_text() returns trigger language plpgsql as $$
declare
  moved text := case tg_op when 'INSERT' then 'select organization_id, customer_id from written'
    when 'DELETE' then 'select organization_id, customer_id from gone'
    else 'select organization_id, customer_id from written union select organization_id, customer_id from gone' end;
  joins text := current_setting('enable_nestloop');
  many boolean;
begin
  execute format('select count(*) > 50 from (%s) d', moved) into many;
  if many then perform set_config('enable_nestloop', 'off', true); end if;
  execute format('
    update customers c set address_text = l.words
      from (select d.organization_id, d.customer_id, nullif(concat_ws('' '', p.street, p.city, p.state, p.zip), '''') as words
        from (select distinct organization_id, customer_id from (%s) m) d
        left join service_locations p on p.organization_id = d.organization_id and p.customer_id = d.customer_id and p.is_default) l
      where c.organization_id = l.organization_id and c.id = l.customer_id and c.address_text is distinct from l.words', moved);
  perform set_config('enable_nestloop', joins, true);
  return null;
end $$;
create trigger service_locations_copy_text_new after insert on service_locations
  referencing new table as written for each statement execute function copy_address_text();
create trigger service_locations_copy_text_changed after update on service_locations
  referencing old table as gone new table as written for each statement execute function copy_address_text();
create trigger service_locations_copy_text_gone after delete on service_locations
  referencing old table as gone for each statement execute function copy_address_text();

-- Deleting a customer, a place or a rule asks every table that names it; without these, each time by reading all of its rows.
create index rules_location on rules (organization_id, location_id) where location_id is not null;
create index visits_rule on visits (organization_id, rule_id);
create index memberships_customer on memberships (organization_id, customer_id) where customer_id is not null;
create index crew_reports_customer on crew_reports (organization_id, customer_id) where customer_id is not null;
create index visit_notes_customer on visit_notes (organization_id, customer_id);
create index product_applications_customer on product_applications (organization_id, customer_id);
