-- A phone number may have an extension behind it, '+19195550100;ext=89'. Customers are still found by the number that is dialed.
create index customers_number on customers (organization_id, split_part(phone_number, ';', 1)) where phone_number is not null;
drop index customers_phone;
