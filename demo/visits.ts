import { sql } from 'kysely'
import { addDays, type LocalDate } from '../src/domain/base/dates.ts'
import type { OrgTx } from '../src/server/base/db/door.ts'
import { billVisit } from '../src/server/money/invoices/for-visit.ts'
import { writeOffInvoice, voidInvoice, changeInvoice } from '../src/server/money/invoices/write.ts'
import { lockInvoice } from '../src/server/money/invoices/row.ts'
import { planCharge, runAttempt } from '../src/server/money/payments/charge.ts'
import { runRefund } from '../src/server/money/payments/refund.ts'
import { planRefund } from '../src/server/money/payments/write-refunds.ts'
import type { PaymentRow } from '../src/server/money/payments/facts.ts'
import { asItsOwner, type Building } from './building.ts'
import type { WorldCustomer, WorldVisit } from './plan.ts'
import { priceOf, serviceOf, teamOf, workOn } from './work.ts'

type Happened = {
  at: NonNullable<ReturnType<typeof workOn>>
  customer: WorldCustomer
  visit: WorldVisit
}

/** Plays out a past visit: its row, its invoice, and the payment. */
export async function playVisit(
  site: Building,
  customer: WorldCustomer,
  visit: WorldVisit,
): Promise<void> {
  const date = addDays(site.built.today, visit.day)
  const at = workOn(site.built, customer, date)
  if (!at) throw new Error(`${customer.name} has no work on ${date}`)
  const happened = { at, customer, visit }
  const invoice_id = await asItsOwner(site, async (tx) => {
    await addVisit(tx, site, happened)
    return visit.invoice ? addInvoice(tx, site, happened, visit.invoice) : null
  })
  if (!invoice_id) return
  site.built.invoices[`${customer.key}:${visit.day}`] = invoice_id
  await chargeInvoice(site, happened, invoice_id)
  await asItsOwner(site, (tx) => backdate(tx, invoice_id, date))
}

async function addVisit(tx: OrgTx, site: Building, { at, customer, visit }: Happened) {
  const { built } = site
  const { work, rule, date } = at
  await tx
    .insertInto('visits')
    .values({
      series_id: rule.series_id,
      original_date: date,
      rule_id: rule.id,
      customer_id: built.customers[customer.key]!.id,
      date: visit.is === 'moved' ? addDays(built.today, visit.to ?? 0) : date,
      team_id: teamOf(site, customer, work),
      status: visit.is === 'moved' ? 'scheduled' : visit.is,
      ...(visit.is === 'skipped' ? { skip_reason: 'customer' } : {}),
      ...(visit.is === 'completed'
        ? {
            completed_at: sql`(${date}::date + interval '20 hours')`,
            completed_by: built.people['leader']!.id,
            service_name: serviceOf(site, work).name,
            price_cents: priceOf(site, work),
            completion_via: customer.autopay ? 'autopay' : 'invoice_only',
          }
        : {}),
    })
    .execute()
}

type InvoiceInput = NonNullable<WorldVisit['invoice']>

/** Bills the visit; returns the invoice's id, or null if there is nothing to bill. */
async function addInvoice(
  tx: OrgTx,
  site: Building,
  { at, customer }: Happened,
  input: InvoiceInput,
): Promise<string | null> {
  const { work, rule, date } = at
  const service = serviceOf(site, work)
  const bill = await billVisit(
    tx,
    {
      series_id: rule.series_id,
      original_date: date,
      rule_id: rule.id,
      billing_mode: work.billing ?? 'per_visit',
      customer_id: site.built.customers[customer.key]!.id,
      date,
      service_id: site.built.services[service.key]!,
      service_key: service.key,
      description: service.name,
      price_cents: priceOf(site, work),
      team_id: teamOf(site, customer, work),
    },
    { open: input !== 'draft' },
  )
  if (!bill) return null
  await tx
    .updateTable('visits')
    .set({ invoice_id: bill.invoice_id })
    .where('series_id', '=', rule.series_id)
    .where('original_date', '=', date)
    .execute()
  const row = await lockInvoice(tx, bill.invoice_id)
  if (input === 'void') await voidInvoice(tx, row)
  if (input === 'uncollectible') await writeOffInvoice(tx, row)
  if (input === 'sent') await changeInvoice(tx, row, { sent_at: new Date().toISOString() })
  return bill.invoice_id
}

const charged: readonly InvoiceInput[] = [
  'paid',
  'failed',
  'refunded',
  'partially_refunded',
  'processing',
]

async function chargeInvoice(
  site: Building,
  { customer, visit: { invoice: input } }: Happened,
  invoice_id: string,
): Promise<void> {
  if (!input || !charged.includes(input) || !site.sandbox) return
  const { attempt_id } = await asItsOwner(site, (tx) =>
    planCharge(tx, {
      invoice_id,
      via: customer.autopay ? 'autopay' : 'staff',
      approval: { name: customer.name, words: 'Yes, please charge my card' },
    }),
  )
  await runAttempt(site.app, site.built.id, attempt_id)
  if (input === 'refunded') await refundPayment(site, invoice_id, null)
  if (input === 'partially_refunded') await refundPayment(site, invoice_id, 1500)
}

/** Refunds a part of the payment, or all of it. */
async function refundPayment(
  site: Building,
  invoice_id: string,
  part_cents: number | null,
): Promise<void> {
  const refund = await asItsOwner(site, async (tx) => {
    const payment = (await tx
      .selectFrom('payments')
      .selectAll()
      .where('invoice_id', '=', invoice_id)
      .executeTakeFirstOrThrow()) as PaymentRow
    return planRefund(tx, payment, {
      amount_cents: part_cents ?? payment.amount_cents,
      reason: 'Part of the lawn was left out',
      actor_id: site.built.people['owner']!.id,
    })
  })
  await runRefund(site.app, site.built.id, refund.id)
}

async function backdate(tx: OrgTx, invoice_id: string, date: LocalDate): Promise<void> {
  const moment = sql<string>`(${date}::date + interval '20 hours')`
  await tx
    .updateTable('invoices')
    .set({
      created_at: moment,
      issued_at: sql`case when issued_at is null then null else ${moment} end`,
      paid_at: sql`case when paid_at is null then null else ${moment} end`,
      updated_at: moment,
      effective_due_date: sql`case when effective_due_date is null then null else ${date}::date + 7 end`,
    })
    .where('id', '=', invoice_id)
    .execute()
  await tx
    .updateTable('payments')
    .set({
      created_at: moment,
      captured_at: sql`case when captured_at is null then null else ${moment} end`,
    })
    .where('invoice_id', '=', invoice_id)
    .execute()
}
