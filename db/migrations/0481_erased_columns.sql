-- What a deleted person's record is emptied of goes from its history and from records merged into it, too. The names that these
-- show were replaced before.
create function erase_columns(org uuid, customers uuid[], names text[]) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update record_changes set before = before - names, after = after - names
    where organization_id = org and record = 'customer' and record_id = any (customers::text[]);
  delete from record_changes
    where organization_id = org and record = 'customer' and record_id = any (customers::text[]) and before = '{}' and after = '{}';
  update merged_customers set was = was - array_remove(names, 'name') where organization_id = org and into_id = any (customers);
$$;
revoke execute on function erase_columns(uuid, uuid[], text[]) from public;
grant execute on function erase_columns(uuid, uuid[], text[]) to fieldhive_platform;
