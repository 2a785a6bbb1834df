import { sql } from 'kysely'
import { addDays, type LocalDate } from '../src/domain/base/dates.ts'
import type { OrgTx } from '../src/server/base/db/door.ts'
import { billInPeriod } from '../src/server/money/invoices/for-period.ts'
import { billVisit } from '../src/server/money/invoices/for-visit.ts'
import { lockInvoice } from '../src/server/money/invoices/row.ts'
import { createInvoice } from '../src/server/money/invoices/write-issue.ts'
import { payByHand } from '../src/server/money/payments/by-hand.ts'
import { planCharge, runAttempt } from '../src/server/money/payments/charge.ts'
import { syncPayouts } from '../src/server/money/payments/sync-payouts.ts'
import { ensureAccount } from '../src/server/money/payments/accounts.ts'
import { asItsOwner, ask, type Building } from './building.ts'
import type { FullerPlan, PastBill, PastVisit } from './fuller-plan.ts'
import { priceOf, serviceOf, teamOf } from './work.ts'

type Billed = { bill: PastBill; invoice_id: string; attempt_id: string | null }

/** Plays the months of the past, oldest first: visits, invoices, payments, and what went to the bank. */
export async function playMonths(site: Building, plan: FullerPlan): Promise<void> {
  const { months, today } = plan
  // What was paid so far is not among the payouts of the months.
  await payOut(site, addDays(today, -2))
  for (const [at, from] of months.entries()) {
    const isWithin = (date: LocalDate) =>
      date >= from && (at + 1 === months.length || date < months[at + 1]!)
    await playMonth(
      site,
      plan.visits.filter((visit) => isWithin(visit.date)),
      plan.bills.filter((bill) => isWithin(bill.issued_on)),
    )
    // The first month is too small for a payout of its own.
    if (at > 0 && at + 1 < months.length)
      await payOut(site, earlier(addDays(months[at + 1]!, 2), addDays(today, -1)))
  }
  if (site.sandbox) await keepPayouts(site)
}

const earlier = (a: LocalDate, b: LocalDate): LocalDate => (a < b ? a : b)

async function playMonth(site: Building, visits: PastVisit[], bills: PastBill[]): Promise<void> {
  const billed = await asItsOwner(site, async (tx) => {
    await addVisits(tx, site, visits)
    const made: Billed[] = []
    for (const bill of bills) made.push(await addBill(tx, site, bill))
    await linkVisits(tx)
    return made
  })
  for (const one of billed) await collect(site, one)
  await asItsOwner(site, (tx) => backdate(tx, billed))
}

async function addVisits(tx: OrgTx, site: Building, visits: PastVisit[]): Promise<void> {
  if (!visits.length) return
  await tx
    .insertInto('visits')
    .values(
      visits.map((visit) => ({
        ...nameOf(site, visit),
        date: visit.date,
        team_id: teamOf(site, customerOf(site, visit), visit.work),
        status: visit.is,
        skip_reason: visit.skip_reason ?? null,
        ...(visit.is === 'completed'
          ? {
              completed_at: sql<string>`(${visit.date}::date + interval '20 hours')`,
              completed_by: site.built.people['leader']!.id,
              service_name: serviceOf(site, visit.work).name,
              price_cents: priceOf(site, visit.work),
              completion_via: 'invoice_only',
            }
          : {
              completed_at: null,
              completed_by: null,
              service_name: null,
              price_cents: null,
              completion_via: null,
            }),
      })),
    )
    .execute()
}

const customerOf = ({ plan }: Building, { customer }: PastVisit) =>
  plan.customers.find(({ key }) => key === customer)!

function nameOf(site: Building, visit: PastVisit) {
  const { id, rules } = site.built.customers[visit.customer]!
  const rule = rules[customerOf(site, visit).work!.indexOf(visit.work)]!
  return {
    series_id: rule.series_id,
    original_date: visit.date,
    rule_id: rule.id,
    customer_id: id,
  }
}

/** Bills what a bill is for and, if it is to be paid, records that or plans the charge. */
async function addBill(tx: OrgTx, site: Building, bill: PastBill): Promise<Billed> {
  const invoice_id = await addInvoice(tx, site, bill)
  const { way, paid_on } = bill
  const isCharged = way === 'card' || way === 'bank' ? paid_on !== null : way === 'declines'
  if (!isCharged || bill.as === 'draft') {
    if (paid_on !== null && !isCharged && way !== 'card' && way !== 'bank')
      await payInHand(tx, invoice_id, way)
    return { bill, invoice_id, attempt_id: null }
  }
  if (!site.sandbox) return { bill, invoice_id, attempt_id: null }
  const { autopay, name } = site.plan.customers.find(({ key }) => key === bill.customer)!
  const { attempt_id } = await planCharge(tx, {
    invoice_id,
    via: autopay && bill.visits[0]!.work.pattern !== 'once' ? 'autopay' : 'staff',
    approval: { name, words: 'Yes, please charge it' },
  })
  return { bill, invoice_id, attempt_id }
}

async function addInvoice(tx: OrgTx, site: Building, bill: PastBill): Promise<string> {
  const works = bill.visits.map((visit) => billable(site, visit))
  const [first] = works
  if (bill.as === 'period_draft') {
    for (const work of works) await billInPeriod(tx, work)
    return (await billInPeriod(tx, first!)).invoice_id
  }
  if (bill.as !== 'period')
    return (await billVisit(tx, first!, { open: bill.as === 'visit' }))!.invoice_id
  const { row } = await createInvoice(
    tx,
    {
      customer_id: first!.customer_id,
      source: 'period',
      rule_id: first!.rule_id,
      period_start: `${bill.issued_on.slice(0, 8)}01`,
      period_end: bill.issued_on,
      open: true,
      lines: works.map((work) => ({
        service_id: work.service_id,
        service_key: work.service_key,
        description: work.description,
        quantity: 1,
        unit_price_cents: work.price_cents,
        series_id: work.series_id,
        original_date: work.original_date,
      })),
    },
    { team_id: first!.team_id },
  )
  return row.id
}

function billable(site: Building, visit: PastVisit) {
  const { key, name } = serviceOf(site, visit.work)
  return {
    ...nameOf(site, visit),
    date: visit.date,
    service_id: site.built.services[key]!,
    service_key: key,
    description: name,
    billing_mode: visit.work.billing ?? 'per_visit',
    price_cents: priceOf(site, visit.work),
    team_id: teamOf(site, customerOf(site, visit), visit.work),
  }
}

async function payInHand(tx: OrgTx, invoice_id: string, way: PastBill['way']): Promise<void> {
  const invoice = await lockInvoice(tx, invoice_id)
  await payByHand(tx, invoice, {
    amount_cents: invoice.total_cents,
    kind: way === 'cash' ? 'cash' : 'check',
    note: way === 'cash' ? null : `Check ${1000 + (invoice.number ?? 0)}`,
  })
}

const linkVisits = (tx: OrgTx) =>
  sql`update visits v set invoice_id = l.invoice_id from invoice_lines l
    where l.organization_id = v.organization_id and l.series_id = v.series_id and l.original_date = v.original_date and v.invoice_id is null`.execute(
    tx,
  )

async function collect(site: Building, { attempt_id, invoice_id, bill }: Billed): Promise<void> {
  if (!attempt_id) return
  const { app, built } = site
  await runAttempt(app, built.id, attempt_id)
  if (bill.way !== 'bank') return
  const { provider_id } = await asItsOwner(site, (tx) =>
    tx
      .selectFrom('payment_intents')
      .select('provider_id')
      .where('invoice_id', '=', invoice_id)
      .executeTakeFirstOrThrow(),
  )
  await ask(site.sandbox!, `/_sandbox/ach/${provider_id}/settle`, {})
  await runAttempt(app, built.id, attempt_id)
}

/** Puts invoices, payments and receipts on the days of the story. */
async function backdate(tx: OrgTx, billed: Billed[]): Promise<void> {
  if (!billed.length) return
  const rows = billed.map(({ bill, invoice_id }) => ({
    id: invoice_id,
    issued: `${bill.issued_on}T20:00:00Z`,
    paid: `${bill.paid_on ?? bill.issued_on}T21:00:00Z`,
    due: addDays(bill.issued_on, 7),
  }))
  const of = sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as o(id uuid, issued timestamptz, paid timestamptz, due date)`
  await sql`update invoices i set created_at = o.issued, updated_at = o.paid,
      issued_at = case when i.issued_at is null then null else o.issued end,
      sent_at = case when i.issued_at is null then null else o.issued end,
      paid_at = case when i.paid_at is null then null else o.paid end,
      effective_due_date = case when i.issued_at is null then i.effective_due_date else o.due end
    from ${of} where i.id = o.id`.execute(tx)
  await sql`update payments p set created_at = o.paid, captured_at = case when p.captured_at is null then null else o.paid end
    from ${of} where p.invoice_id = o.id`.execute(tx)
  await sql`update messages m set created_at = o.paid, sent_at = o.paid, status = 'sent'
    from ${of} where coalesce(m.invoice_id::text, m.document ->> 'id') = o.id::text and m.status = 'queued'`.execute(
    tx,
  )
}

async function payOut({ app, sandbox, built }: Building, day: LocalDate): Promise<void> {
  if (!sandbox) return
  const account = await ensureAccount(app, built.id)
  await ask(sandbox, '/_sandbox/advance', {})
  await ask(sandbox, `/_sandbox/payout/${account}`, { made_at: `${day}T12:00:00Z` })
}

/** Reads the payouts, and puts what is behind them on the days it was paid. */
async function keepPayouts(site: Building): Promise<void> {
  const { app, built } = site
  await syncPayouts(app, built.id, await ensureAccount(app, built.id))
  await asItsOwner(site, (tx) =>
    sql`update payout_lines l set made_at = p.captured_at from payments p
      where p.organization_id = l.organization_id and p.provider_charge_id = l.source_id and p.captured_at is not null`.execute(
      tx,
    ),
  )
}
