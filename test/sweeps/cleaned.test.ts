import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobHandlers } from '../../src/server/job-handlers.ts'
import { jobNames, jobPlans } from '../../src/server/base/jobs/catalog.ts'
import { byDay } from '../clock.ts'
import { addSampleRow, describeTables, type Emptiness } from '../sample-rows.ts'
import { filesUnder, isTest, read } from '../source.ts'
import { openWorld, type OpenWorld } from '../world.ts'

// What is deleted by its age: of each rule, a row a little older than it allows is gone, and one a little younger stays.
type Case = {
  /** How long after the moment in the column a row stays. */
  kept: string
  /** What else the row needs, so that no other rule concerns it. */
  given?: Record<string, string | number | null>
  /** The table of the column, if that is another; the rows that go belong to it. */
  parent?: { table: string; key: string }
  /** Emptied, not deleted: the column that goes. */
  column?: string
  /** A day without a time. */
  isDate?: true
}
const cases: Record<string, Case> = {
  'sse_tickets by expires_at': { kept: '0' },
  'idempotency_keys by created_at': { kept: '48 hours' },
  'idp_payload by expires_at': { kept: '1 hour', given: { model: 'Sample' } },
  'idp_link by expires_at': { kept: '24 hours' },
  'idp_throttle by free_at': { kept: '24 hours' },
  'idp_session by ended_at': { kept: '1 hour', given: { seen_at: 'now' } },
  'idp_session by seen_at': { kept: '31 days', given: { ended_at: null } },
  'idp_sign_in_code by expires_at': { kept: '0', given: { phone: null } },
  'idp_device_link by expires_at': { kept: '1 day' },
  'idp_undo by expires_at': { kept: '0' },
  'import_files by created_at': { kept: '30 days', given: { rows_gzip: null, rows_sealed: 'x' } },
  'imports.sample_sealed by created_at': { kept: '30 days', column: 'sample_sealed' },
  'export_parts by expires_at': {
    kept: '0',
    parent: { table: 'exports', key: 'export_id' },
    given: { state: 'ready', row_count: 1, byte_count: 1, ended_at: 'now' },
  },
  'schedule_edits by created_at': { kept: '1 day' },
  'visit_reminders by date': { kept: '30 days', isDate: true },
  'security_events by at': { kept: '1 year' },
  'audit by at': { kept: '7 years' },
  'record_changes by at': { kept: '7 years' },
}

// Reminders go out by day.
byDay()
let open: OpenWorld
beforeAll(async () => {
  open = await openWorld({ ROLE: 'web' })
})
afterAll(() => open?.close())

/** What in the database deletes by age, as purge_audit() does. */
const purges = () =>
  open.rows<{ name: string; body: string }>(
    "select proname as name, prosrc as body from pg_proc where pronamespace = 'public'::regnamespace and prosrc ~ 'delete from \\w+ where \\w+ < '",
  )

/** Each `table by column` for which something is deleted or emptied once the column is too long ago, from the source. */
async function rulesInSource(): Promise<string[]> {
  const texts = filesUnder('src/server')
    .filter((file) => file.endsWith('.ts') && !isTest(file))
    .map(read)
  const built = texts.flatMap((text) => [
    ...[...text.matchAll(/\bdeleteFrom\('(\w+)'\)(.*?)\.execute/gs)].map(
      ([, table, how]) => [table!, how!] as const,
    ),
    ...[
      ...text.matchAll(/\bupdateTable\('(\w+)'\)\s*\.set\(\{ (\w+): null,? \}\)(.*?)\.execute/gs),
    ].map(([, table, column, how]) => [`${table}.${column}`, how!] as const),
  ])
  const written = [...texts, ...(await purges()).map(({ body }) => `${body}\``)].flatMap((text) =>
    [...text.matchAll(/\bdelete from (\w+)([^`]*?)(?=`|\bdelete from)/g)].map(
      ([, table, how]) => [table!, how!] as const,
    ),
  )
  const found = [...built, ...written].flatMap(([table, how]) =>
    [...how.matchAll(/'(?:\w+\.)?(\w+)', '<=?'|\b(\w+) <=? /g)].map(
      ([, quoted, plain]) => `${table} by ${quoted ?? plain}`,
    ),
  )
  return [...new Set(found)].toSorted()
}

it('each rule in the source has a case, and each case a rule', async () => {
  expect(await rulesInSource()).toEqual(Object.keys(cases).toSorted())
})

describe('what is older than allowed is gone, and what is younger stays:', () => {
  /** The moments of each rule's two rows. */
  const made = new Map<string, { young: string; old: string }>()
  beforeAll(async () => {
    const tables = new Map((await describeTables(open)).map((one) => [one.table, one]))
    const purged = (await purges()).map(({ body }) => body).join()
    for (const [rule, one] of Object.entries(cases)) {
      const [place, column] = rule.split(' by ') as [string, string]
      const table = place.split('.')[0]!
      // Functions of the database have the real clock.
      const now = purged.includes(`delete from ${table} `) ? 'pg_catalog.now()' : 'now()'
      const [edge] = await open.rows<Record<'young' | 'old', string>>(
        one.isDate
          ? `select ((now() at time zone time_zone)::date - interval '${one.kept}')::date::text as young,
              ((now() at time zone time_zone)::date - interval '${one.kept}' - interval '1 day')::date::text as old
              from organizations where id = '${open.world.green.id}'`
          : `select (${now} - interval '${one.kept}' + interval '4 minutes')::text as young, (${now} - interval '${one.kept}' - interval '1 minute')::text as old`,
      )
      for (const moment of [edge!.young, edge!.old])
        await addRow(tables, table, one, { ...one.given, [column]: moment })
      made.set(rule, edge!)
    }
    await runEverything()
  })

  it.each(Object.keys(cases))('%s', async (rule) => {
    const { young, old } = made.get(rule)!
    expect({ young: await isThere(rule, young), old: await isThere(rule, old) }).toEqual({
      young: true,
      old: false,
    })
  })
})

/** Adds a row, with a text of its own wherever there must be only one of a kind. */
async function addRow(
  tables: Map<string, Emptiness>,
  table: string,
  { parent }: Case,
  given: Record<string, string | number | null>,
): Promise<void> {
  const only = await open.rows<{ name: string }>(
    `select distinct a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indrelid = $1::text::regclass and i.indisunique and a.atttypid in ('text'::regtype, 'uuid'::regtype) and a.attname <> 'organization_id'`,
    [parent?.table ?? table],
  )
  const own = Object.fromEntries(only.map(({ name }) => [name, randomUUID()]))
  const { now } = await open.row<{ now: string }>('select now()::text as now')
  const values = Object.fromEntries(
    Object.entries({ ...own, ...given }).map(([name, value]) => [
      name,
      value === 'now' ? now : value,
    ]),
  )
  expect(await addSampleRow(open, tables.get(parent?.table ?? table)!, values), table).toBe(true)
  if (parent)
    expect(await addSampleRow(open, tables.get(table)!, { [parent.key]: own['id']! }), table).toBe(
      true,
    )
}

async function isThere(rule: string, moment: string): Promise<boolean> {
  const [place, column] = rule.split(' by ') as [string, string]
  const [table, emptied] = place.split('.')
  const { parent } = cases[rule]!
  const rows = await open.rows(
    parent
      ? `select 1 from "${table}" join "${parent.table}" p on p.id = "${parent.key}" where p."${column}" = $1`
      : `select 1 from "${table}" where "${column}" = $1 ${emptied ? `and "${emptied}" is not null` : ''}`,
    [moment],
  )
  return rows.length > 0
}

/** Tries what is backed up, and would refuse the made-up rows: they have no parents. */
const backup: (typeof jobNames)[number] = 'backup.make'

/** Every planned job, and an edit of the schedule: some old rows go with the next of their kind. */
async function runEverything(): Promise<void> {
  const { app, world } = open
  const { green } = world
  for (const name of jobNames)
    if (jobPlans[name].schedule && name !== backup) await jobHandlers[name](app, {} as never)
  const owner = await open.as('owner@green-acres.example')
  const { status } = await owner('PATCH /api/schedule/{rule_id}', {
    params: { rule_id: green.customers['casey']!.rules[0]!.id },
    body: { scope: 'all', start_minutes: 600 },
  })
  expect(status).toBe(200)
}
