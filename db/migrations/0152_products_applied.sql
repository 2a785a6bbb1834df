-- Products a business applies, such as herbicides, with the number the EPA registered them under.
create table products (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), name text not null check (length(name) between 1 and 120),
  epa_number text check (length(epa_number) between 1 and 40), unit text not null, active boolean not null default true, created_at timestamptz not null default now(),
  primary key (organization_id, id));
create unique index products_name on products (organization_id, lower(name));
call tenant_table('products');
call sight_policy('products', 'false', 'true');

-- Who may apply restricted products by law, and under which license.
create table applicator_licenses (
  organization_id uuid not null references organizations(id), person_id uuid not null references people(id), number text not null check (length(number) between 1 and 60),
  updated_at timestamptz not null default now(), primary key (organization_id, person_id));
call tenant_table('applicator_licenses');
call sight_policy('applicator_licenses', 'false', 'person_id = app_person()');

-- What was applied where, as it was then: an inspector reads it years later. Nothing is changed or deleted; a mistake is voided with a reason.
create table product_applications (
  organization_id uuid not null references organizations(id), id uuid not null, series_id uuid not null, original_date date not null, customer_id uuid not null,
  customer_name text, address text, service_name text, product_id uuid, product_name text not null, epa_number text,
  amount numeric(12,3) not null check (amount > 0), unit text not null, area text, target text, method text, wind_mph numeric(5,1), temperature_f numeric(5,1),
  person_id uuid not null references people(id), applicator_name text, license_number text, applied_at timestamptz not null, applied_on date not null,
  received_at timestamptz not null default now(), voided_at timestamptz, voided_by uuid references people(id), void_reason text check (length(void_reason) between 1 and 200),
  primary key (organization_id, id), foreign key (organization_id, customer_id) references customers (organization_id, id),
  foreign key (organization_id, product_id) references products (organization_id, id), check ((voided_at is null) = (void_reason is null)));
create index product_applications_list on product_applications (organization_id, applied_on desc, id);
create index product_applications_visit on product_applications (organization_id, series_id, original_date);
call tenant_table('product_applications');
call sight_policy('product_applications', 'false', 'crew_has_series(series_id) or exists (select 1 from visits v where v.organization_id = product_applications.organization_id
  and v.series_id = product_applications.series_id and v.original_date = product_applications.original_date)');
revoke delete on product_applications from fieldhive_app;
