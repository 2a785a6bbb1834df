import type { Store } from './store.ts'

/** One row per line of a table, in the order of reading: columns and constraints inside, the rest after it. */
const lines = `
  with tables as (
    select oid, relname, relrowsecurity, relforcerowsecurity from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migration')
  select t.relname as table, part.* from tables t cross join lateral (
    select 1 as place, lpad(attnum::text, 5, '0') as name, true as inside,
        attname || ' ' || format_type(atttypid, atttypmod)
        || case when attgenerated = 's' then ' generated always as (' || pg_get_expr(adbin, adrelid, true) || ') stored'
          when adbin is not null then ' default ' || pg_get_expr(adbin, adrelid, true) else '' end
        || case when attnotnull then ' not null' else '' end as text
      from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attrelid = t.oid and attnum > 0 and not attisdropped
    union all
    select strpos('pufxc', contype::text) + 1, conname, true, pg_get_constraintdef(oid, true)
      from pg_constraint where conrelid = t.oid and contype in ('p', 'u', 'f', 'x', 'c')
    union all
    select 10, relname, false, pg_get_indexdef(indexrelid)
      from pg_index join pg_class on pg_class.oid = indexrelid
      where indrelid = t.oid and not exists (select 1 from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
    union all
    select 11, tgname, false, pg_get_triggerdef(oid, true)
      from pg_trigger where tgrelid = t.oid and not tgisinternal
    union all
    select 12, '', false, 'alter table ' || t.relname || case when t.relforcerowsecurity then ' force' else ' enable' end || ' row level security'
      where t.relrowsecurity
    union all
    select 13, polname, false, 'create policy ' || polname || ' on ' || t.relname
        || case when polpermissive then '' else ' as restrictive' end
        || case polcmd when 'r' then ' for select' when 'a' then ' for insert' when 'w' then ' for update' when 'd' then ' for delete' else '' end
        || ' to ' || (select string_agg(rolname, ', ' order by rolname) from pg_roles where oid = any (polroles))
        || coalesce(' using (' || pg_get_expr(polqual, polrelid, true) || ')', '')
        || coalesce(' with check (' || pg_get_expr(polwithcheck, polrelid, true) || ')', '')
      from pg_policy where polrelid = t.oid
  ) part order by t.relname collate "C", place, name collate "C"`

/** Shorter for a reader: one line, keywords in lower case, and no types of constants or names of access methods. */
const plain = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/'[^']*'|[A-Z]+/g, (part) => (part.startsWith("'") ? part : part.toLowerCase()))
    .replaceAll(/('[^']*')::(?:text|date|jsonb|interval|timestamp with time zone)(?!\[)/g, '$1')
    .replaceAll(/= any \(array\[([^\]]*)\]\)/g, 'in ($1)')
    .replaceAll('timestamp with time zone', 'timestamptz')
    .replaceAll(' using btree ', ' ')
    .replaceAll(/\( (?=select|case)/g, '(')
    .replaceAll(/ on public\./g, ' on ')

/** The text of db/tables.sql for the tables of a migrated database. */
export async function tablesSource(store: Store): Promise<string> {
  const wire = await store.acquire()
  const { rows } = await wire.query<{ table: string; inside: boolean; text: string }>(lines)
  wire.release()
  const bodies = [...Map.groupBy(rows, (row) => row.table)].map(([table, parts]) => {
    const inside = parts.filter((part) => part.inside).map((part) => `  ${plain(part.text)}`)
    const after = parts.filter((part) => !part.inside).map((part) => `${plain(part.text)};\n`)
    return `create table ${table} (\n${inside.join(',\n')}\n);\n${after.join('')}`
  })
  return `-- Every table as the migrations leave it, to read: written by npm run schema, run by nobody.\n\n${bodies.join('\n')}`
}
