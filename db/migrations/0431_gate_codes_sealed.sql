-- Gate codes are sealed with the installation's secret, for one customer each. What is still plain is sealed at the next start, which the
-- record of changes does not mention.
alter table customers add column gate_code_sealed text;
drop trigger note_change on customers;
create trigger note_change after update on customers for each row
  when (not (old.gate_code is not null and new.gate_code is null and old.gate_code_sealed is null and new.gate_code_sealed is not null))
  execute function note_change('customer',
  'version,updated_at,search,referral_count,referral_code,wishes_before,signup_seen_at,stripe_customer_id,was_active,phone_display', 'gate_code,gate_code_sealed');
create index customers_plain_gate_code on customers (id) where gate_code is not null;

-- Files that a business uploads may hold them: they and their first rows are sealed as well.
alter table imports add column sample_sealed text;
alter table import_files alter column rows_gzip drop not null;
alter table import_files add column rows_sealed text;
alter table import_files add constraint import_files_rows check (num_nonnulls(rows_gzip, rows_sealed) = 1);

-- Copies of the past are of no use sealed, so they go.
update audit set before = before - 'gate_code' where before ? 'gate_code';
update audit set after = after - 'gate_code' where after ? 'gate_code';
update merged_customers set was = was - 'gate_code' where was ? 'gate_code';
update idempotency_keys set answer = regexp_replace(answer::text, '"gate_code": "([^"\\]|\\.)*"', '"gate_code": null', 'g')::jsonb
  where answer::text like '%"gate_code": "%';
-- Archives made until now hold them; the owner asks for another.
delete from export_parts where export_id in (select id from exports where state = 'ready');
update exports set expires_at = least(expires_at, now()) where state = 'ready';

-- Everybody who saw one: the office reads it, and so does the customer.
create table gate_code_looks (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), customer_id uuid not null,
  person_id uuid not null references people(id), person_name text, team_name text,
  series_id uuid, original_date date, visit_date date,
  screen text not null check (screen in ('stop', 'phone', 'customer', 'visit', 'export')), at timestamptz not null default now(),
  primary key (organization_id, id), foreign key (organization_id, customer_id) references customers (organization_id, id) on delete cascade,
  check (num_nulls(series_id, original_date, visit_date) in (0, 3)));
create index gate_code_looks_list on gate_code_looks (organization_id, customer_id, id desc);
-- A phone that asks again has not seen it again.
create unique index gate_code_looks_phone on gate_code_looks (organization_id, person_id, series_id, original_date, customer_id) where screen = 'phone';
call tenant_table('gate_code_looks');
call sight_policy('gate_code_looks', 'customer_id = app_customer()', 'person_id = app_person()');
revoke update, delete on gate_code_looks from fieldhive_app;
revoke update, delete on gate_code_looks from fieldhive_platform;
-- A merged customer's looks go to the kept one.
grant update (customer_id) on gate_code_looks to fieldhive_app;
create index import_rows_plain_gate_code on import_rows (import_id) where before ? 'gate_code';
