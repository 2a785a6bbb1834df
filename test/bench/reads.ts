import { calls } from '../../src/api/calls.ts'
import type { CallDeclaration } from '../../src/api/kit.ts'
import { addDays } from '../../src/domain/base/dates.ts'
import { bulkStatements, statedWeek } from './bulk.ts'
import { send } from './load.ts'
import { bearer, ms, type Peer, type Place, type Stage } from './stage.ts'

const owner = 'owner@bright-side.example'
const org = `(select id from organizations where slug = 'years')`
const today = new Date().toISOString().slice(0, 10)
const [week, year] = [addDays(today, -6), addDays(today, -365)]

/** What a business collects besides its plans and bills: each list long enough that reading it badly shows. */
const traces = [
  `create temporary table v as select row_number() over (order by date, series_id) as n, series_id, original_date, customer_id, date from visits where organization_id = ${org}`,
  `create temporary table p as select row_number() over (order by id) as n, * from payments where organization_id = ${org}`,
  `create temporary table c as select * from customers where organization_id = ${org}`,
  `insert into memberships (organization_id, person_id, role, team_id) select ${org}, p.id, 'crew_member', t.id
    from (select id, row_number() over (order by id) as n from people where email like 'crew@%' or email like 'leader@%') p
    join (select id, row_number() over (order by id) as n from teams where organization_id = ${org}) t on t.n = p.n`,
  `insert into messages (organization_id, customer_id, channel, template, recipient, subject, text, status, created_at, sent_at)
    select ${org}, customer_id, 'email', (array['receipt', 'invoice_sent', 'visit_reminder', 'visits_completed'])[1 + n % 4], n || '@example.com', 'Subject', 'Text',
      case when n % 97 = 0 then 'bounced' else 'delivered' end, now() - n * interval '5 minutes', now() - n * interval '5 minutes' from v`,
  `insert into threads (organization_id, customer_id, state, last_at, last_in_at) select ${org}, id, case when random() < 0.1 then 'open' else 'closed' end,
    now() - random() * interval '300 days', now() - random() * interval '300 days' from c`,
  `insert into messages (organization_id, customer_id, channel, template, recipient, text, data, status, direction, thread_id, created_at)
    select t.organization_id, t.customer_id, 'sms', 'reply', '+19195550100', 'Hello', '{"text": "Hello"}', 'received', 'in', t.id, t.last_at - g * interval '1 hour' from threads t, generate_series(1, 10) g where t.organization_id = ${org}`,
  `insert into refunds (organization_id, payment_id, amount_cents, key, state, created_at) select organization_id, id, 500, 'years ' || n, case when n % 400 = 0 then 'failed' else 'succeeded' end, created_at from p where n % 20 = 0`,
  `update payments set refunded_cents = 500 where (organization_id, id) in (select organization_id, payment_id from refunds where organization_id = ${org} and state = 'succeeded')`,
  `insert into disputes (organization_id, id, payment_id, amount_cents, status) select organization_id, 'dp_years_' || n, id, amount_cents, case when n % 2 = 0 then 'lost' else 'needs_response' end from p where n % 200 = 7`,
  `insert into ledger_entries (organization_id, fact, account, amount_cents, invoice_id, payment_id, at) select organization_id, 'payment:' || id, (array['cash', 'receivable'])[g], case g when 1 then amount_cents else -amount_cents end, invoice_id, id, captured_at from p, generate_series(1, 2) g`,
  `insert into payouts (organization_id, account, provider_id, amount_cents, currency, status, automatic, arrival_date, made_at)
    select ${org}, 'acct', 'po_years_' || g, 50000, 'usd', 'paid', true, current_date - g, now() - g * interval '1 day' from generate_series(1, 300) g`,
  `insert into shifts (organization_id, person_id, team_id, started_at, ended_at, break_minutes) select organization_id, person_id, team_id, at, at + interval '8 hours', 30
    from memberships, lateral (select date_trunc('day', now()) - g * interval '1 day' + interval '13 hours' as at from generate_series(1, 700) g) s where organization_id = ${org}`,
  `insert into events (organization_id, number, type, data, customer_id) select ${org}, n + 1, 'visit.completed', '{}', customer_id from v`,
  `update organizations set revision = (select max(n) + 1 from v) where id = ${org}`,
  `insert into audit (organization_id, action, entity, entity_id, request_id, outcome, at) select ${org}, 'POST /api/invoices', 'invoice', customer_id, n::text, case when n % 50 = 0 then 'stale' end, date from v`,
  `insert into record_changes (organization_id, record, record_id, customer_id, at, request_id, before, after)
    select ${org}, 'visit', series_id || '_' || original_date, customer_id, date, n::text, '{"status": "scheduled"}', '{"status": "completed"}' from v`,
  `insert into visit_notes (organization_id, series_id, original_date, customer_id, person_id, text, written_at) select ${org}, series_id, original_date, customer_id, (select min(id::text)::uuid from people), 'Gate was locked', date from v where n % 6 = 0`,
  `insert into customer_notes (organization_id, customer_id, text) select organization_id, id, 'Note ' || g from c, generate_series(1, 4) g`,
  `insert into bill_reminders (organization_id, invoice_id, due_on, step) select organization_id, id, effective_due_date, g from invoices, generate_series(0, 1) g where organization_id = ${org}`,
  `insert into customer_requests (organization_id, customer_id, series_id, original_date, date, action, status, created_at) select ${org}, customer_id, series_id, original_date, date, 'cancel', 'approved', date from v where n % 50 = 0`,
  `insert into consents (organization_id, customer_id, kind, accepted, text, text_hash) select organization_id, id, kind, true, 'x', 'x' from c, unnest(array['autopay', 'autopay_oneoffs']) kind`,
  `insert into payment_methods (organization_id, id, customer_id, type, brand, last4, status) select organization_id, 'pm_' || id, id, 'card', 'visa', '4242', 'active' from c`,
  `insert into product_applications (organization_id, id, series_id, original_date, customer_id, product_name, amount, unit, person_id, applied_at, applied_on)
    select ${org}, uuid7(), series_id, original_date, customer_id, 'Weed B Gon', 2, 'gal', (select min(id::text)::uuid from people), date, date from v where n % 10 = 0`,
  'drop table v, p, c',
]

/** Every read an owner may ask for, of one business that has worked for years: the slowest come first. */
export async function measureReads(stage: Stage): Promise<void> {
  const place = await stage.world('PostgreSQL')
  await place.sql(
    ...bulkStatements({ slug: 'years', owner_email: owner, ...statedWeek }),
    ...traces,
    'vacuum analyze',
  )
  const ids = await idsOf(place)
  const peer = await place.product()
  const headers = bearer(stage.tokenOf(peer, owner))
  const taken: { path: string; took_ms: number; kB: number }[] = []
  for (const key of ownersReads()) taken.push(...(await timesOf(peer, headers, pathOf(key, ids))))
  stage.say(`${taken.length} reads, each asked plainly and for periods; the slowest:`)
  stage.say()
  stage.say('| Read | Time | kB |')
  stage.say('|---|---|---|')
  for (const { path, took_ms, kB } of taken
    .toSorted((one, other) => other.took_ms - one.took_ms)
    .slice(0, 15))
    stage.say(`| ${path} | ${ms(took_ms)} ms | ${kB} |`)
  await peer.stop()
}

const ownersReads = (): string[] =>
  Object.entries(calls as Record<string, CallDeclaration>)
    .filter(([key, { roles, raw }]) => {
      const isOwners = roles === 'signed_in' || (typeof roles === 'object' && 'owner' in roles)
      return key.startsWith('GET ') && isOwners && raw !== 'text/event-stream'
    })
    .map(([key]) => key)

/** One thing of each noun that a path names, the one with most behind it where that matters. */
async function idsOf(place: Place): Promise<Record<string, string>> {
  const [ids] = await place.sql<Record<string, string>>(
    `select (select customer_id from payments where organization_id = ${org} group by 1 order by count(*) desc limit 1) as customers,
      (select invoice_id from payments where organization_id = ${org} limit 1) as invoices, (select id from threads where organization_id = ${org} limit 1) as threads,
      (select person_id from memberships where organization_id = ${org} and role = 'crew_member' limit 1) as people,
      (select id from payouts where organization_id = ${org} limit 1) as payouts, (select id from teams where organization_id = ${org} limit 1) as teams`,
  )
  return ids!
}

const pathOf = (key: string, ids: Record<string, string>): string =>
  key.slice(4).replace(/\{\w+\}/g, (_, at: number) => {
    const noun = key
      .slice(4, 4 + at)
      .split('/')
      .at(-2)!
    return ids[noun] ?? '0190aaaa-0000-7000-8000-000000000000'
  })

/** What a read takes at its slowest, asked plainly and for periods, each the better of two times; none if it wants something else. */
async function timesOf(peer: Peer, headers: Record<string, string>, path: string) {
  const taken: { path: string; took_ms: number; kB: number }[] = []
  for (const query of [
    '',
    `?from=${week}&to=${today}`,
    `?from=${year}&to=${today}`,
    `?month=${today.slice(0, 7)}`,
    '?q=smith',
  ]) {
    const times: number[] = []
    let kB = 0
    for (let time = 0; time < 2; time++) {
      const began = performance.now()
      const { status, text } = await send(peer.base, { method: 'GET', path: path + query, headers })
      if (status >= 500) throw new Error(`${path}${query}: ${status} ${text}`)
      if (status !== 200) break
      times.push(performance.now() - began)
      kB = Math.round(text.length / 1000)
    }
    if (times.length) taken.push({ path: path + query, took_ms: Math.min(...times), kB })
  }
  return taken.toSorted((one, other) => other.took_ms - one.took_ms).slice(0, 1)
}
