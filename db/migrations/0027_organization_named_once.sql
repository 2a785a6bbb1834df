-- A row that names another row of its organization by both ids names the organization with it, which is never deleted: looking the organization
-- up once more for every row locked everybody's row a little, and made each writing call a fifth slower. Events are numbered by the row they
-- would look up, and what is audited was done in a transaction that sees that organization alone.
alter table rules drop constraint rules_organization_id_fkey;
alter table visits drop constraint visits_organization_id_fkey;
alter table invoices drop constraint invoices_organization_id_fkey;
alter table invoice_lines drop constraint invoice_lines_organization_id_fkey;
alter table payment_intents drop constraint payment_intents_organization_id_fkey;
alter table charge_attempts drop constraint charge_attempts_organization_id_fkey;
alter table refunds drop constraint refunds_organization_id_fkey;
alter table service_locations drop constraint service_locations_organization_id_fkey;
alter table customer_notes drop constraint customer_notes_organization_id_fkey;
alter table customer_requests drop constraint customer_requests_organization_id_fkey;
alter table visit_reminders drop constraint visit_reminders_organization_id_fkey;
alter table events drop constraint events_organization_id_fkey;
alter table audit drop constraint audit_organization_id_fkey;
