// Run by itself: builds the whole demo as `npm start` does on a bare machine, in memory, and prints what came of it as JSON.
import { moved_ms } from './day.ts'
import { sql, type RawBuilder } from 'kysely'
import { fillWorld } from '../demo/fuller.ts'
import { planFuller } from '../demo/fuller-plan.ts'
import { buildWorld } from '../demo/world.ts'
import { addDays, type LocalDate } from '../src/domain/base/dates.ts'
import { openEmbedded } from '../src/server/base/db/embedded.ts'
import { inOrgAll, system, type OrgTx } from '../src/server/base/db/door.ts'
import { migrate } from '../src/server/base/db/migrate.ts'
import { readConfig } from '../src/server/base/kit/config.ts'
import { sandboxes } from '../src/server/main.ts'
import { checkBooks } from '../src/server/money/books/check.ts'
import { startServer } from '../src/server/start.ts'
import { openScheduleForOffice } from '../src/server/schedule/week/context.ts'
import { readWindow } from '../src/server/schedule/week/window.ts'

type DayFacts = {
  date: LocalDate
  visits: number
  crews: number
  done: number
  skipped: number
  held: number
}
/** What the main business has after the seeding. */
export type FullerFacts = {
  today: LocalDate
  seconds: number
  steps: string[]
  days: DayFacts[]
  moved: number
  tables: Record<string, unknown>
  revenue: Record<string, number>
  books: { differences: number; untold: number; first: unknown }[]
}

const hour_ms = 3_600_000

async function tell(folder: string): Promise<FullerFacts> {
  const store = await openEmbedded('memory://')
  await migrate(store)
  const steps: string[] = []
  let built = { id: '', today: '' }
  let took = 0
  const { app, close } = await startServer(
    readConfig({ NODE_ENV: 'test', PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'error' }),
    sandboxes,
    {
      store,
      pages: false,
      prepare: async (app, sandbox) => {
        const began = performance.now()
        const { green } = await buildWorld(app, sandbox)
        await fillWorld(app, sandbox, green, (line) => steps.push(line))
        took = performance.now() - began
        built = green
      },
    },
  )
  const { today } = built
  // By then every fact and every transaction is old enough to be compared.
  moved_ms[0]! += 2 * hour_ms
  await checkBooks(app)
  const facts = await inOrgAll(store, built.id, system, (tx) => read(tx, today))
  await close()
  await store.close()
  return { ...facts, today, seconds: Math.round(took / 1000), steps, books: facts.books }
}

async function read(tx: OrgTx, today: LocalDate) {
  const { working } = planFuller(today)
  const rows = async <Row>(query: RawBuilder<Row>) => (await query.execute(tx)).rows
  const months = await rows(
    sql<{
      month: string
      cents: number
    }>`select to_char(issued_at, 'YYYY-MM') as month, sum(total_cents)::int as cents from invoices where number is not null and doc <> 'void' group by 1 order by 1`,
  )
  const days: DayFacts[] = []
  for (const date of working.slice(0, 2)) days.push(await readDay(tx, date))
  const last = addDays(today, today === working[0] ? 0 : -1)
  if (last !== working[0]) days.push(await readDay(tx, last))
  return {
    days,
    moved: (
      await rows(sql`select 1 from visits where date <> original_date and date > ${today}::date`)
    ).length,
    revenue: Object.fromEntries(months.map(({ month, cents }) => [month, cents])),
    tables: (await rows(counts(today)))[0]!,
    books: await rows(
      sql<{
        differences: number
        untold: number
        first: unknown
      }>`select differences, untold, first from book_checks`,
    ),
  }
}

async function readDay(tx: OrgTx, date: LocalDate): Promise<DayFacts> {
  const { calendar } = await openScheduleForOffice(tx)
  const { visits } = await readWindow(tx, calendar, { from: date, to: date })
  return {
    date,
    visits: visits.filter(({ status }) => status !== 'skipped').length,
    crews: new Set(visits.map(({ team_id }) => team_id).filter(Boolean)).size,
    done: visits.filter(({ status }) => status === 'completed').length,
    skipped: visits.filter(({ skip_reason, hold_reason }) => skip_reason && !hold_reason).length,
    held: visits.filter(({ hold_reason }) => hold_reason).length,
  }
}

const counts = (today: LocalDate) => sql<Record<string, number>>`select
  (select count(*)::int from customers) as customers,
  (select count(*)::int from customers where email is null) as without_email,
  (select count(*)::int from customers where phone_number is null) as without_phone,
  (select count(*)::int from service_locations where latitude is not null and located_key = address_key) as located,
  (select count(*)::int from service_locations) as places,
  (select count(*)::int from payments where kind = 'provider' and status = 'succeeded') as online,
  (select count(distinct payment_method_kind)::int from invoices where paid_cents > 0) as online_kinds,
  (select count(*)::int from payments where kind = 'cash') as cash,
  (select count(*)::int from payments where kind = 'check') as checks,
  (select count(*)::int from payments where status = 'failed') as declined,
  (select count(*)::int from payments where status in ('refunded', 'partially_refunded')) as refunded,
  (select count(*)::int from invoices where doc = 'draft') as drafts,
  (select count(*)::int from invoices where doc = 'open' and money in ('none', 'failed') and effective_due_date < ${today}::date) as overdue,
  (select count(*)::int from payouts where status = 'paid') as payouts,
  (select count(distinct made_at::date)::int from payouts) as payout_days,
  (select count(*)::int from threads) as threads,
  (select count(*)::int from threads t where t.last_in_at is not null and not exists (select 1 from thread_reads r where r.thread_id = t.id)) as unread,
  (select count(distinct channel)::int from messages where direction = 'in') as channels,
  (select count(*)::int from messages where direction = 'in' and text like '%¿%') as spanish,
  (select count(*)::int from shifts) as shifts,
  (select count(distinct person_id)::int from shifts) as clocked,
  (select count(*)::int from shift_breaks where ended_at is not null) as breaks,
  (select count(*)::int from shifts where ended_at is null and started_at < now() - interval '14 hours') as forgotten,
  (select (max(started_at)::date - min(started_at)::date)::int from shifts) as days_of_hours,
  (select count(*)::int from customer_requests where status = 'requested') as change_requests,
  (select count(*)::int from visit_requests where status = 'requested') as visit_requests`

if (import.meta.main) {
  const [folder = ''] = process.argv.slice(2)
  const facts = await tell(folder)
  console.log(JSON.stringify(facts))
  process.exit(0)
}
