-- Customers are found by parts of words, by parts of phone numbers and past typing mistakes. No extension and no locale has a
-- part in it, so that every PostgreSQL and the embedded one find the same.

-- Latin letters without their marks, ASCII in lower case, no apostrophes; `folded` in domain/search.ts says the same. Most texts
-- have no such letter, and a look at their length tells.
create function folded(words text) returns text language plpgsql immutable parallel safe as $$
begin
  if octet_length(words) = length(words) then return lower(replace(words, '''', '') collate "C"); end if;
  return lower(translate(words,
    'àÀáÁâÂãÃäÄåÅāĀăĂąĄæÆçÇćĆĉĈċĊčČďĎđĐðÐèÈéÉêÊëËēĒĕĔėĖęĘěĚĝĜğĞġĠģĢĥĤħĦìÌíÍîÎïÏĩĨīĪĭĬįĮıĵĴķĶĺĹļĻľĽŀĿłŁñÑńŃņŅňŇŉòÒóÓôÔõÕöÖøØōŌŏŎőŐœŒŕŔŗŖřŘśŚŝŜşŞšŠßſţŢťŤŧŦþÞùÙúÚûÛüÜũŨūŪŭŬůŮűŰųŲŵŴýÝÿŸŷŶźŹżŻžŽİ''’‘ʼ',
    'aaaaaaaaaaaaaaaaaaaaccccccccccddddddeeeeeeeeeeeeeeeeeegggggggghhhhiiiiiiiiiiiiiiiiijjkkllllllllllnnnnnnnnnoooooooooooooooooooorrrrrrssssssssssttttttttuuuuuuuuuuuuuuuuuuuuwwyyyyyyzzzzzzi') collate "C");
end $$;
create function customer_text(name text, email text, phone text, street text, city text, state text, zip text, tags text[]) returns text language plpgsql immutable parallel safe as $$
begin
  return folded(concat_ws(' ', name, email, regexp_replace(phone, '\D', '', 'g'), street, city, state, zip, nullif(array_to_string(tags, ' '), '')));
end $$;
-- What two addresses are compared by; null while there is too little of one to compare.
create function address_key(street text, zip text) returns text language plpgsql immutable parallel safe as $$
begin
  return regexp_replace(folded(street), '[^a-z0-9]', '', 'g') || ' ' || left(zip, 5);
end $$;

alter table customers drop column search;
alter table customers add column search text generated always as (customer_text(name, email, phone_number, street, city, state, zip, tags)) stored;
alter table customers add column address_key text generated always as (address_key(street, zip)) stored;
create index customers_address on customers (organization_id, address_key) where address_key is not null;

-- The caller's sight is the same for every row. Asked once, it is neither computed row by row nor taken for a condition that few rows
-- meet: a list then ends where its page ends instead of being sorted whole.
alter policy sight on customers using (
  (select app_sight() = 'all')
  or ((select app_sight() = 'customer') and id = app_customer())
  or ((select app_sight() = 'team') and (team_id = any (app_teams()) or crew_has_customer(id))));
