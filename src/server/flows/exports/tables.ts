import { sql } from 'kysely'
import { messageKinds } from '../../../domain/messages/message-kinds.ts'
import { withOwnLink } from '../../../domain/messages/message-log.ts'
import type { OrgTx } from '../../base/db/door.ts'

/** A table as an archive holds it. */
export type ExportedTable = {
  name: string
  columns: string[]
  /** The same as SQL. */
  selected: string[]
  /** Columns that order its rows. */
  key: string[]
  /** Columns in cents, whose sums the manifest has. */
  cents: string[]
}

/** Tables of organizations that are not in their archives, and why. A new table is in them unless it is listed here. */
export const leftOut: Record<string, string> = {
  exports: 'lists the archives themselves',
  export_parts: 'the archives themselves',
  idempotency_keys: 'answers kept for a day, in case a call is repeated',
  import_files:
    'a compressed copy of a file the business uploaded; import_rows says what came of it',
}

/** Anyone who has a token, code or key can use it, so they stay here. Other hashes prove what was said. */
const isSecret = (column: string): boolean =>
  /(token|code|session)_hash$|_sealed$|^ticket_url$/.test(column)

/** Links in these messages let their reader in, so they are blotted out, as they are in the log of messages. */
const personal = Object.keys(messageKinds).filter(withOwnLink)
const expressions: Record<string, string> = {
  'messages.text': `case when template = any ('{${personal.join(',')}}') then regexp_replace(text, 'https?://\\S+', '(personal link)', 'g') else text end as text`,
}
/** The same text as HTML, and what it was made from. */
const withLinks = new Set(['messages.html', 'messages.data'])

/** Columns of people that concern the platform, or other businesses they belong to. */
const ownOfPeople = new Set(['platform_role', 'active_organization_id'])

/**
 * Every table with rows of an organization, and the people who belong to it, read from the database, so that a new one is in the archives
 * without being named. Bytes are not in a table's files: see `pictures`.
 */
export async function exportedTables(tx: OrgTx): Promise<ExportedTable[]> {
  const { rows } = await sql<{ name: string; columns: string[]; key: string[] }>`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.atttypid <> 'bytea'::regtype) as columns,
      (select array_agg(a.attname::text order by k.n) from pg_index i, unnest(i.indkey::int2[]) with ordinality as k(attnum, n)
        join pg_attribute a on a.attnum = k.attnum where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid) as key
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and (c.relname = 'people' or exists (select 1 from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname and p.policyname = 'tenant'))
    order by c.relname`.execute(tx)
  return rows
    .filter(({ name }) => !(name in leftOut))
    .map(({ name, columns, key }) => {
      const kept = columns.filter(
        (column) =>
          !isSecret(column) &&
          !withLinks.has(`${name}.${column}`) &&
          !(name === 'people' && ownOfPeople.has(column)),
      )
      return {
        name,
        columns: kept,
        selected: kept.map((column) => expressions[`${name}.${column}`] ?? `"${column}"`),
        key,
        cents: kept.filter((column) => column.endsWith('_cents')),
      }
    })
}
