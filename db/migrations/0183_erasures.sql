-- A person asks for their personal data to be deleted. It happens after a grace period, and what the law keeps stays without a name.
create table erasures (
  id uuid primary key default uuid7(), person_id uuid not null references people(id), asked_at timestamptz not null default now(),
  due_at timestamptz not null, cancelled_at timestamptz, told_at timestamptz, done_at timestamptz);
create unique index erasures_open on erasures (person_id) where cancelled_at is null and done_at is null;
create index erasures_due on erasures (due_at) where cancelled_at is null and done_at is null;
revoke all on erasures from fieldhive_app;

-- A pattern that finds a mark as a whole: crew@a.example is not part of west-crew@a.example.
create function mark_pattern(mark text) returns text language sql immutable as $$
  select '(?<![\w.+-])' || regexp_replace(mark, '([.^$*+?()\[\]{}|\\-])', '\\\1', 'g') || '(?![\w@]|[.-]\w)'
$$;
-- A text without these marks, whatever their case.
create function without_marks(value text, marks text[], instead text) returns text language plpgsql immutable as $$
declare mark text;
begin
  foreach mark in array marks loop
    value := regexp_replace(value, mark_pattern(mark), instead, 'gi');
  end loop;
  return value;
end $$;

-- Replaces somebody's marks in every table of an organization, or in what belongs to none: `marks` are theirs alone (an address, a
-- number) and go wherever they stand; `names` may be somebody else's too, and go only in rows that point to one of `subjects`. The
-- tables and columns come from the catalog, so that a new one is not forgotten. Also in what nobody may change otherwise.
create function erase_marks(org uuid, subjects uuid[], marks text[], names text[], instead text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  spot record;
  points text;
  wanted text;
  pattern text;
begin
  select string_agg(mark_pattern(mark), '|') into pattern from unnest(marks) mark;
  for spot in
    select c.table_name as name, c.column_name as col, c.data_type as kind,
      exists (select 1 from information_schema.columns o where o.table_schema = 'public' and o.table_name = c.table_name and o.column_name = 'organization_id') as is_tenant,
      (select string_agg(case when p.data_type = 'uuid' then format('%I = any ($1)', p.column_name) else format('%I = any ($1::text[])', p.column_name) end, ' or ')
        from information_schema.columns p where p.table_schema = 'public' and p.table_name = c.table_name
          and (p.data_type = 'uuid' or (p.data_type = 'text' and p.column_name in ('entity_id', 'record_id')))) as links
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
      and c.data_type in ('text', 'jsonb') and c.table_name not in ('message_blocks', 'setting', 'organizations', 'idp_account', 'idp_payload', 'people', 'schema_migrations')
      and not exists (select 1 from information_schema.table_constraints k join information_schema.key_column_usage u using (constraint_schema, constraint_name)
        where k.constraint_type in ('PRIMARY KEY', 'FOREIGN KEY') and u.table_name = c.table_name and u.column_name = c.column_name)
  loop
    continue when org is not null and not spot.is_tenant;
    points := coalesce(spot.links, 'false');
    wanted := case when spot.is_tenant and org is not null then 'organization_id = $5' when spot.is_tenant then 'organization_id is null' else 'true' end;
    if spot.kind = 'text' then
      execute format('update %1$I set %2$I = without_marks(%2$I, case when %3$s then $2 || $3 else $2 end, $4)
        where %4$s and %2$I is not null and (%2$I ~* $6 or (%3$s)) and %2$I is distinct from without_marks(%2$I, case when %3$s then $2 || $3 else $2 end, $4)',
        spot.name, spot.col, points, wanted) using subjects, marks, names, instead, org, pattern;
    else
      execute format('update %1$I set %2$I = without_marks(%2$I::text, case when %3$s then $2 || $3 else $2 end, $4)::jsonb
        where %4$s and %2$I is not null and (%2$I::text ~* $6 or (%3$s)) and %2$I::text is distinct from without_marks(%2$I::text, case when %3$s then $2 || $3 else $2 end, $4)',
        spot.name, spot.col, points, wanted) using subjects, marks, names, instead, org, pattern;
    end if;
  end loop;
end $$;
revoke execute on function erase_marks(uuid, uuid[], text[], text[], text) from public;
grant execute on function erase_marks(uuid, uuid[], text[], text[], text) to fieldhive_platform;
