import { sql } from 'kysely'
import { addDays, type LocalDate } from '../src/domain/dates.ts'
import type { App } from '../src/server/call.ts'
import { inOrgAll, type OrgTx } from '../src/server/db/door.ts'
import { billVisit } from '../src/server/invoices/for-visit.ts'
import { voidInvoice, changeInvoice } from '../src/server/invoices/write.ts'
import { lockInvoice } from '../src/server/invoices/row.ts'
import { planCharge, runAttempt } from '../src/server/payments/charge.ts'
import { runRefund } from '../src/server/payments/refund.ts'
import { planRefund } from '../src/server/payments/write-refunds.ts'
import type { PaymentRow } from '../src/server/payments/facts.ts'
import type { WorldCustomer, WorldOrganization, WorldVisit } from './data.ts'
import { workOn, type BuiltOrganization, type PaymentSwitch } from './customers.ts'

const backdate = async (tx: OrgTx, invoice_id: string, date: LocalDate): Promise<void> => {
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

/** Lets a visit of the past happen: its row, its invoice, and what became of the money. */
export async function playVisit(
  app: App,
  sandbox: PaymentSwitch | null,
  plan: WorldOrganization,
  built: BuiltOrganization,
  customer: WorldCustomer,
  visit: WorldVisit,
): Promise<void> {
  const date = addDays(built.today, visit.day)
  const at = workOn(built, customer, date)
  if (!at) throw new Error(`${customer.name} has no work on ${date}`)
  const service = plan.services.find((one) => one.key === at.work.service)!
  const { id: customer_id } = built.customers[customer.key]!
  const team = at.work.team === undefined ? customer.team : (at.work.team ?? undefined)
  const cause = { person_id: built.people['owner']!.id }
  const wish = visit.invoice
  const invoice_id = await inOrgAll(app.store, built.id, cause, async (tx) => {
    await tx
      .insertInto('visits')
      .values({
        series_id: at.rule.series_id,
        original_date: date,
        rule_id: at.rule.id,
        customer_id,
        date: visit.is === 'moved' ? addDays(built.today, visit.to ?? 0) : date,
        team_id: team ? built.teams[team]! : null,
        status: visit.is === 'moved' ? 'scheduled' : visit.is,
        ...(visit.is === 'skipped' ? { skip_reason: 'customer' } : {}),
        ...(visit.is === 'completed'
          ? {
              completed_at: sql`(${date}::date + interval '20 hours')`,
              completed_by: built.people['leader']!.id,
              service_name: service.name,
              price_cents: at.work.price_cents ?? service.price_cents,
              completion_via: customer.autopay ? 'autopay' : 'invoice_only',
            }
          : {}),
      })
      .execute()
    if (!wish) return null
    const bill = await billVisit(
      tx,
      {
        series_id: at.rule.series_id,
        original_date: date,
        rule_id: at.rule.id,
        customer_id,
        date,
        service_id: built.services[service.key]!,
        service_key: service.key,
        description: service.name,
        price_cents: at.work.price_cents ?? service.price_cents,
        team_id: team ? built.teams[team]! : null,
      },
      { open: wish !== 'draft' },
    )
    if (!bill) return null
    await tx
      .updateTable('visits')
      .set({ invoice_id: bill.invoice_id })
      .where('series_id', '=', at.rule.series_id)
      .where('original_date', '=', date)
      .execute()
    const row = await lockInvoice(tx, bill.invoice_id)
    if (wish === 'void') await voidInvoice(tx, row)
    if (wish === 'uncollectible') await changeInvoice(tx, row, { doc: 'uncollectible' })
    if (wish === 'sent') await changeInvoice(tx, row, { sent_at: new Date().toISOString() })
    return bill.invoice_id
  })
  if (!invoice_id) return
  built.invoices[`${customer.key}:${visit.day}`] = invoice_id
  const charged =
    wish === 'paid' ||
    wish === 'failed' ||
    wish === 'refunded' ||
    wish === 'partially_refunded' ||
    wish === 'processing'
  if (charged && sandbox) {
    const { attempt_id } = await inOrgAll(app.store, built.id, cause, (tx) =>
      planCharge(tx, { invoice_id, via: customer.autopay ? 'autopay' : 'staff' }),
    )
    await runAttempt(app, built.id, attempt_id)
    if (wish === 'refunded' || wish === 'partially_refunded') {
      const refund = await inOrgAll(app.store, built.id, cause, async (tx) => {
        const payment = (await tx
          .selectFrom('payments')
          .selectAll()
          .where('invoice_id', '=', invoice_id)
          .executeTakeFirstOrThrow()) as PaymentRow
        return planRefund(tx, payment, {
          amount_cents: wish === 'refunded' ? payment.amount_cents : 1500,
          reason: 'Part of the lawn was left out',
          actor_id: cause.person_id,
        })
      })
      await runRefund(app, built.id, refund.id)
    }
  }
  await inOrgAll(app.store, built.id, cause, (tx) => backdate(tx, invoice_id, date))
}
