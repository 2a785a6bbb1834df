-- A customer's address is their default place in `service_locations`. The copy on `customers` goes: the two drifted apart whenever
-- one was changed without the other, and visits and invoices read the places.

-- The office may know only part of an address; customers enter whole ones, and see only those.
alter table service_locations alter column street drop not null, alter column city drop not null, alter column state drop not null, alter column zip drop not null;
-- When a customer removes their last place, it stays the address the office knows.
alter table service_locations drop constraint service_locations_removed;
alter table service_locations add column address_key text generated always as (address_key(street, zip)) stored;
create index service_locations_address on service_locations (organization_id, address_key) where is_default and address_key is not null;

-- The owner of the tables has to see every row, whether or not it is a superuser.
alter table customers no force row level security;
alter table service_locations no force row level security;

-- Everything that wrote a default place wrote the same address to its customer, but not the other way round. So where both are whole and
-- differ, the customer's is the more recent edit, which never reached the visits: it wins. Where the customer's is only part of an
-- address, the place stays as visits show it today.
update service_locations l set street = c.street, city = c.city, state = c.state, zip = c.zip
  from customers c
  where c.organization_id = l.organization_id and c.id = l.customer_id and l.is_default and num_nulls(c.street, c.city, c.state, c.zip) = 0
    and (l.street, l.city, l.state, l.zip) is distinct from (c.street, c.city, c.state, c.zip);
-- An address known only to the customer's row becomes the default place. If the customer removed that place, it stays hidden from them.
insert into service_locations (organization_id, customer_id, street, city, state, zip, is_default, removed_at)
  select c.organization_id, c.id, c.street, c.city, c.state, c.zip, true,
    (select max(r.removed_at) from service_locations r
      where r.organization_id = c.organization_id and r.customer_id = c.id and r.address_key = address_key(c.street, c.zip))
  from customers c
  where num_nonnulls(c.street, c.city, c.state, c.zip) > 0 and not exists (
    select 1 from service_locations d where d.organization_id = c.organization_id and d.customer_id = c.id and d.is_default);

-- The search finds customers by the words of their address, too: a copy of them that only the trigger below writes.
alter table customers drop column search, drop column address_key, drop column street, drop column city, drop column state, drop column zip;
alter table customers add column address_text text;
update customers c set address_text = (
  select nullif(concat_ws(' ', l.street, l.city, l.state, l.zip), '') from service_locations l
  where l.organization_id = c.organization_id and l.customer_id = c.id and l.is_default);
drop function customer_text(text, text, text, text, text, text, text, text[]);
create function customer_text(name text, email text, phone text, address text, tags text[]) returns text language plpgsql immutable parallel safe as $$
begin
  return folded(concat_ws(' ', name, email, regexp_replace(phone, '\D', '', 'g'), address, nullif(array_to_string(tags, ' '), '')));
end $$;
alter table customers add column search text generated always as (customer_text(name, email, phone_number, address_text, tags)) stored;

alter table customers force row level security;
alter table service_locations force row level security;

create function copy_address_text() returns trigger language plpgsql as $$
begin
  update customers c set address_text = (
      select nullif(concat_ws(' ', l.street, l.city, l.state, l.zip), '') from service_locations l
      where l.organization_id = c.organization_id and l.customer_id = c.id and l.is_default)
    where c.organization_id = coalesce(new.organization_id, old.organization_id) and c.id in (new.customer_id, old.customer_id);
  return null;
end $$;
create trigger service_locations_copy_text after insert or update or delete on service_locations for each row execute function copy_address_text();

-- A crew sees the places of every customer it sees, also of those it has no work for yet.
alter policy sight on service_locations using (
  (select app_sight() = 'all')
  or ((select app_sight() = 'customer') and customer_id = app_customer())
  or ((select app_sight() = 'team') and exists (
    select 1 from customers c where c.organization_id = service_locations.organization_id and c.id = service_locations.customer_id)));
