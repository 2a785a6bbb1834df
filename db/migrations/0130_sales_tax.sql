-- Sales tax: one rate for everywhere, and others for the ZIPs they list. In parts per million: 62500 is 6.25 %.
create table tax_rates (
  organization_id uuid not null references organizations(id), id uuid not null default uuid7(), position int not null,
  name text not null check (length(name) between 1 and 80), rate_ppm int not null check (rate_ppm between 0 and 500000),
  zips text[] not null default '{}', is_default boolean not null default false, primary key (organization_id, id));
create unique index tax_rates_default on tax_rates (organization_id) where is_default;
call tenant_table('tax_rates');

alter table services add column taxable boolean not null default false;
-- A certificate exempts until its last day; without a last day it does not end.
alter table customers add column tax_certificate text, add column tax_exempt_until date;
-- What the line's tax was computed from when the line was made; later changes of rates change nothing.
alter table invoice_lines add column taxable boolean not null default false, add column tax_name text, add column tax_ppm int,
  add column tax_certificate text;

-- The ZIP whose rate applies: of the place where the work is done, or else of the customer's default place.
create function tax_zip(org uuid, customer uuid, place uuid) returns text language sql stable as $$
  select l.zip from service_locations l
  where l.organization_id = org and l.customer_id = customer and l.zip is not null and (l.id = place or l.is_default)
  order by coalesce(l.id = place, false) desc limit 1
$$;
create function tax_rate_at(org uuid, at_zip text) returns setof tax_rates rows 1 language sql stable as $$
  select * from tax_rates t where t.organization_id = org and (t.is_default or left(at_zip, 5) = any (t.zips))
  order by coalesce(left(at_zip, 5) = any (t.zips), false) desc limit 1
$$;
-- A price with the tax it would have today: what a customer is asked to agree to. Rounds as domain/tax.ts does.
create function with_tax(org uuid, customer uuid, place uuid, service uuid, cents bigint) returns bigint language sql stable as $$
  select cents + coalesce((
    select (cents * r.rate_ppm + 500000) / 1000000
    from services s
      join customers c on c.organization_id = org and c.id = customer
      join organizations o on o.id = org
      cross join lateral tax_rate_at(org, tax_zip(org, customer, place)) r
    where s.organization_id = org and s.id = service and s.taxable
      and not (c.tax_certificate is not null and coalesce(c.tax_exempt_until, 'infinity') >= (now() at time zone o.time_zone)::date)), 0)
$$;

-- Tax is owed to the state, so it is not revenue. Credits that the office gives come next.
alter table ledger_entries drop constraint ledger_entries_account_check;
alter table ledger_entries add constraint ledger_entries_account_check
  check (account in ('provider_balance', 'receivable', 'revenue', 'fees', 'cash', 'disputes', 'tax', 'customer_credit', 'credits_given'));
insert into ledger_entries (organization_id, fact, account, amount_cents, invoice_id)
  select i.organization_id, 'tax:' || i.id, e.account, e.sign * i.tax_cents, i.id
  from invoices i, (values ('revenue', 1), ('tax', -1)) as e(account, sign)
  where i.number is not null and i.doc in ('open', 'scheduled') and i.tax_cents > 0;
