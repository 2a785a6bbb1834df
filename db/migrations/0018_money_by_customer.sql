-- What a customer paid and asked for is found by the customer; until now each card of a list read all payments of the business.
create index payments_customer on payments (organization_id, customer_id);
create index customer_requests_customer on customer_requests (organization_id, customer_id, id desc);
create index refunds_payment on refunds (organization_id, payment_id);
-- The primary key, read backwards, is the same list.
drop index invoices_list;
-- One list for each status: to the active ones past any number of newer leads, without reading those.
drop index customers_list;
create index customers_leads on customers (organization_id, id) where status = 'lead';
create index customers_active on customers (organization_id, id) where status = 'active';
create index customers_paused on customers (organization_id, id) where status = 'paused';
create index customers_archived on customers (organization_id, id) where status = 'archived';
-- Who looks is asked once for a statement here, too.
do $$ declare t text; customer_sees text; team_sees text; begin
  for t, customer_sees, team_sees in values
    ('payments', 'customer_id = app_customer()', 'false'),
    ('payment_methods', 'customer_id = app_customer()', 'false'),
    ('ledger_entries', 'false', 'false'),
    ('refunds', 'false', 'false'),
    ('customer_notes', 'false', 'crew_has_customer(customer_id)'),
    ('invoice_lines', 'customer_has_invoice(invoice_id)', 'crew_has_invoice(invoice_id)'),
    ('misc_events', 'false', 'team_id is null or team_id = any (app_teams())'),
    ('shifts', 'false', 'person_id = app_person() or team_id = any (app_teams())'),
    ('memberships', 'person_id = app_person()', 'person_id = app_person() or team_id = any (app_teams())')
  loop
    execute format('alter policy sight on %I using ((select app_sight() = ''all'') or ((select app_sight() = ''customer'') and (%s)) or ((select app_sight() = ''team'') and (%s)))',
      t, customer_sees, team_sees);
  end loop;
end $$;
