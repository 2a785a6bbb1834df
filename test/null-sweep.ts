import { calls } from '../src/api/calls.ts'
import type { CallDeclaration } from '../src/api/kit.ts'
import { addDays } from '../src/domain/base/dates.ts'
import { roles, type Role } from '../src/domain/base/roles.ts'
import type { Wire } from '../src/server/base/db/store.ts'
import { fitting, idsOf, signInAsEach } from './as-roles.ts'
import { addSampleRow, emptyTables } from './sample-rows.ts'
import type { BodyFor, Ask, Caller, OpenWorld } from './world.ts'

/** One declared GET as one role, with the statements it sends. */
type Read = { role: Role; key: string; ask: Ask; statements: string[]; status: number }
export type Column = { table: string; column: string; key: string[] }
export type Found = {
  /** Columns that were null in at least one row while the calls were made. */
  tried: number
  /** Columns that a constraint keeps filled in every row of the demo world. */
  forbidden: string[]
  /** Columns without a value in any row: null everywhere already. */
  empty: number
  calls: number
  faults: string[]
}

const reads = Object.entries(calls as Record<string, CallDeclaration>).filter(
  ([key, call]) => key.startsWith('GET ') && call.raw !== 'text/event-stream',
)

/** Work that the demo world does not hold and that no made-up row could stand for. */
async function addWork({ as, world }: OpenWorld): Promise<void> {
  const owner = await as('owner@green-acres.example')
  const { body: file } = await owner('POST /api/owner/imports', {
    body: 'Name,Email\r\nIda Import,ida@mail.example\r\n',
    headers: { 'content-type': 'application/octet-stream' },
    query: { file_name: 'list.csv' },
  })
  await owner.raw('POST /api/owner/imports/{id}/check', { params: { id: file.id }, body: {} })
  const raise: BodyFor<'POST /api/owner/price-campaigns/preview'> = {
    filter: {},
    raise: { by: 'percent', hundredths: 500, round_to: 50 },
    effective_on: addDays(world.green.today, 20),
    subject: 'New prices',
    text: 'From {date}: {service} {old_price} → {new_price}.',
    tells: true,
  }
  const { body } = await owner('POST /api/owner/price-campaigns/preview', { body: raise })
  await owner('POST /api/owner/price-campaigns', { body: { ...raise, preview: body.preview } })
  await owner('POST /api/owner/products', {
    body: { name: 'Weed B Gon', epa_number: '2217-570', unit: 'gal' },
  })
  await owner('POST /api/me/calendars', { body: { scope: 'schedule' } })
}

/** Gives each table a row, where a row can be made up. Returns those that stay empty. */
export async function fillTables(open: OpenWorld): Promise<string[]> {
  await addWork(open)
  const left: string[] = []
  for (const one of await emptyTables(open))
    if (!(await addSampleRow(open, one))) left.push(one.table)
  return left
}

/** Makes every declared GET as every role once, noting which statements it sends. */
export async function readEverything(open: OpenWorld): Promise<{
  made: Read[]
  as: Record<Role, Caller>
  /** Calls that nobody got an answer of 200 from. */
  unanswered: string[]
}> {
  const as = await signInAsEach(open)
  const ids = await idsOf(open)
  const { store } = open.app
  const acquire = store.acquire.bind(store)
  let sent: string[] = []
  store.acquire = async () => {
    const wire = await acquire()
    const query = ((text, values) => {
      sent.push(text)
      return wire.query(text, values)
    }) as Wire['query']
    return { query, release: (fault) => wire.release(fault) }
  }
  const made: Read[] = []
  const unanswered: string[] = []
  for (const [key, call] of reads) {
    const asks = fitting(key, call, ids)
    let answered = false
    for (const role of roles) {
      let best: Read | null = null
      for (const ask of asks) {
        sent = []
        open.app.actors.forget()
        const { status } = await as[role].raw(key, ask)
        const read = { role, key, ask, statements: [...new Set(sent)], status }
        if (!best || status < 300) best = read
        if (status < 300 || status === 403) break
      }
      if (!best) continue
      answered ||= best.status < 300
      made.push(best)
    }
    if (!answered) unanswered.push(key)
  }
  store.acquire = acquire
  return { made, as, unanswered }
}

/** Every column that may be null, of every table of ours, from the catalog. */
export async function nullableColumns(open: OpenWorld): Promise<Column[]> {
  return open.rows<Column>(`
    select c.relname as table, a.attname as column, (
      select array_agg(k.attname order by k.attnum)::text[] from pg_index i
      join pg_attribute k on k.attrelid = c.oid and k.attnum = any(i.indkey) where i.indrelid = c.oid and i.indisprimary) as key
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0
      and not a.attisdropped and not a.attnotnull and a.attgenerated = ''
    order by 1, 2`)
}

/** The statements of views and functions, which count as sent by a statement that names them. */
async function bodies(open: OpenWorld): Promise<Map<string, string>> {
  const rows = await open.rows<{ name: string; body: string }>(`
    select relname as name, pg_get_viewdef(oid) as body from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
    union all select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace`)
  return new Map(rows.map(({ name, body }) => [name, body]))
}

const wordsIn = (text: string) => new Set(text.match(/[a-z_][a-z0-9_]*/g))
/** A statement that takes whole rows reads each of their columns. */
const takesRows = (text: string) => /\.\*|select \*|to_jsonb\(|row_to_json\(|::text/.test(text)

type Named = { words: Set<string>; whole: boolean }

function namedBy(statement: string, within: Map<string, string>): Named {
  const words = new Set<string>()
  let whole = false
  const left = [statement]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    whole ||= takesRows(next)
    for (const word of wordsIn(next)) {
      if (words.has(word)) continue
      words.add(word)
      const body = within.get(word)
      if (body) left.push(body)
    }
  }
  return { words, whole }
}

/**
 * Fills each column with null in turn, and repeats the reads that can notice: `every` of them, or
 * enough that each statement naming the column is sent once more as each role.
 */
export async function sweepNulls(
  open: OpenWorld,
  columns: readonly Column[],
  { made, as }: Awaited<ReturnType<typeof readEverything>>,
  every: boolean,
): Promise<Found> {
  const within = await bodies(open)
  const names = new Map<string, Named>()
  for (const { statements } of made)
    for (const one of statements) if (!names.has(one)) names.set(one, namedBy(one, within))
  const found: Found = { tried: 0, forbidden: [], empty: 0, calls: 0, faults: [] }
  for (const one of columns) {
    const left = await emptied(open, one)
    if (left === 'empty') found.empty += 1
    if (left === 'empty') continue
    if (left === 'forbidden') found.forbidden.push(`${one.table}.${one.column}`)
    if (left === 'nulled') {
      found.tried += 1
      for (const { role, key, ask } of concerned(one, made, names, every)) {
        open.app.actors.forget()
        const { status, body } = await as[role].raw(key, ask)
        found.calls += 1
        if (status >= 500)
          found.faults.push(
            `${one.table}.${one.column}: ${role} ${key} ${status} ${JSON.stringify(body).slice(0, 80)}`,
          )
      }
    }
    await restored(open, one)
  }
  return found
}

function concerned(
  { table, column }: Column,
  made: readonly Read[],
  names: Map<string, Named>,
  every: boolean,
): Read[] {
  const covered = new Set<string>()
  return made.filter(({ role, statements }) => {
    const fresh = statements.filter((one) => {
      const { words, whole } = names.get(one)!
      if (!words.has(table)) return false
      if (every) return true
      return (whole || words.has(column)) && !covered.has(`${role} ${one}`)
    })
    for (const one of fresh) covered.add(`${role} ${one}`)
    return fresh.length > 0
  })
}

const quoted = (name: string) => `"${name}"`

/** Fills the column with null in every row where no constraint refuses it. Triggers rest meanwhile. */
async function emptied(
  open: OpenWorld,
  { table, column, key }: Column,
): Promise<'nulled' | 'forbidden' | 'empty'> {
  const [t, c] = [quoted(table), quoted(column)]
  const keys = key.map(quoted).join(', ')
  const [any] = await open.rows(`select 1 from ${t} where ${c} is not null limit 1`)
  if (!any) return 'empty'
  await open.rows(`
    do $sweep$ declare one record; begin
      create table kept_values as select ${keys}, ${c} from ${t} where ${c} is not null;
      set local session_replication_role = replica;
      begin
        update ${t} set ${c} = null where ${c} is not null;
      exception when others then
        for one in select ctid from ${t} where ${c} is not null loop
          begin
            update ${t} set ${c} = null where ctid = one.ctid;
          exception when others then null;
          end;
        end loop;
      end;
    end $sweep$`)
  const [nulled] = await open.rows(
    `select 1 from kept_values k join ${t} t using (${keys}) where t.${c} is null limit 1`,
  )
  return nulled ? 'nulled' : 'forbidden'
}

async function restored(open: OpenWorld, { table, column, key }: Column): Promise<void> {
  const [t, c] = [quoted(table), quoted(column)]
  const same = key.map((one) => `t.${quoted(one)} = k.${quoted(one)}`).join(' and ')
  await open.rows(`
    do $sweep$ begin
      set local session_replication_role = replica;
      update ${t} t set ${c} = k.${c} from kept_values k where ${same} and t.${c} is null;
      drop table kept_values;
    end $sweep$`)
}

/** Of `parts` shares of all tables, one; people are in each. */
export const inShare = ({ table }: Column, share: number, parts: number): boolean =>
  table === 'people' ||
  Array.from(table).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 10_007, 7) %
    parts ===
    share
