import { afterAll, beforeAll, expect, it } from 'vitest'
import { productFiles, read } from './source.ts'
import { openWorld, type OpenWorld } from './world.ts'

let open: OpenWorld
beforeAll(async () => {
  open = await openWorld()
})
afterAll(() => open?.close())

/** Foreign keys that a deleted row is looked for in without an index, and why. */
const withoutIndex: Record<string, string> = Object.fromEntries(
  ['extra_work', 'price_campaign_lines', 'rules', 'visit_requests'].map((table) => [
    `${table} (organization_id, service_id)`,
    'only an undone import deletes services, the few it brought',
  ]),
)

type Key = { key: string; target: string; indexed: boolean }
/** An index counts if its first columns are the key's and it leaves out only rows without one of these. */
const keys = `
  select conrelid::regclass || ' (' || names || ')' as key, confrelid::regclass::text as target, exists (
    select 1 from pg_index i where indrelid = conrelid
      and (string_to_array(indkey::text, ' ')::int[])[1:cardinality(conkey)] @> conkey::int[]
      and coalesce(pg_get_expr(indpred, indrelid) = any (array(
        select format('(%I IS NOT NULL)', attname) from pg_attribute where attrelid = conrelid and attnum = any (conkey))), true)) as indexed
  from pg_constraint cross join lateral (
    select string_agg(attname, ', ' order by place) as names
      from unnest(conkey) with ordinality as k (number, place) join pg_attribute on attrelid = conrelid and attnum = number) n
  where contype = 'f' and connamespace = 'public'::regnamespace`

type Index = { of: string; name: string; columns: string[]; backward: number[] }
const indexes = `
  select indrelid::regclass || coalesce(' where ' || pg_get_expr(indpred, indrelid), '') || ' ' || amname as of,
    indexrelid::regclass::text as name,
    array(select pg_get_indexdef(indexrelid, k, true) from generate_series(1, indnkeyatts) k) as columns,
    array(select o::int & 1 from unnest(indoption) o) as backward
  from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
  where relnamespace = 'public'::regnamespace order by name`

/** Whether the other index gives what one does, from either end; a business is always named. */
function isWithin(one: Index, other: Index): boolean {
  if (one.of !== other.of || one.name === other.name) return false
  if (one.columns.some((column, at) => column !== other.columns[at])) return false
  const turned = one.columns.flatMap((column, at) =>
    column === 'organization_id' ? [] : one.backward[at] === other.backward[at],
  )
  return new Set(turned).size < 2
}

it('a deleted row is looked for by index wherever something may point to it', async () => {
  const sources = productFiles.filter((file) => file.startsWith('src/server/')).map(read)
  const deleted = new Set(
    sources.flatMap((text) =>
      [...text.matchAll(/\bdelete(?:From\('| from )(\w+)/g)].map((found) => found[1]!),
    ),
  )
  expect([...deleted]).toEqual(expect.arrayContaining(['customers', 'threads', 'idp_account']))
  const missing = (await open.rows<Key>(keys)).filter(
    ({ target, indexed }) => deleted.has(target) && !indexed,
  )
  expect(missing.map(({ key }) => key).toSorted()).toEqual(Object.keys(withoutIndex).toSorted())
})

it('no index is the beginning of another, in either direction', async () => {
  const all = await open.rows<Index>(indexes)
  const spare = all.flatMap((one) =>
    all.filter((other) => isWithin(one, other)).map((other) => `${one.name} in ${other.name}`),
  )
  expect(spare).toEqual([])
})

it('a function that reads tables within a statement keeps its plan', async () => {
  // In SQL it is planned again by each statement that calls it, unless it is so small that it becomes a part of it.
  const planned = await open.rows<{ name: string }>(
    `select proname as name from pg_proc p join pg_language l on l.oid = p.prolang
      where l.lanname = 'sql' and p.provolatile = 's' and p.pronamespace = 'public'::regnamespace and p.prosrc ~* '\\mfrom\\M'`,
  )
  expect(planned).toEqual([])
})
