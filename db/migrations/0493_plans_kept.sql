-- A function in SQL is planned again by each statement that calls it, which cost more than its work: 1.5 ms of each look at the
-- schedule went to team_days_off(). plpgsql keeps the plan. Names mean what they meant: columns before arguments.
do $$
declare
  one record;
begin
  for one in
    select p.oid, p.prosrc, p.proretset from pg_proc p join pg_language l on l.oid = p.prolang
    where l.lanname = 'sql' and p.pronamespace = 'public'::regnamespace and p.proname = any ('{team_days_off, tax_zip, tax_rate_at, with_tax,
      message_block, message_block_mark, has_push, sms_sender_ready, crew_has_customer, crew_has_invoice, crew_has_series, customer_has_invoice}')
  loop
    execute replace(replace(pg_get_functiondef(one.oid), 'LANGUAGE sql', 'LANGUAGE plpgsql'), one.prosrc,
      format(E'\n#variable_conflict use_column\nbegin\n  return %s;\nend\n',
        case when one.proretset then 'query ' || one.prosrc else '(' || one.prosrc || ')' end));
  end loop;
end
$$;
