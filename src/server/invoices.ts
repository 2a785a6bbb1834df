import { sql } from 'kysely'
import type { invoices } from '../api/invoices.ts'
import { invoiceRules, invoiceStatus, type InvoiceFacts } from '../domain/invoice.ts'
import { crewRoles, hasRole, leaderRoles, officeRoles, type Role } from '../domain/roles.ts'
import type { Actor, Handlers } from './call.ts'
import type { OrgTx } from './db/door.ts'
import { effectiveDueDate } from '../domain/invoice.ts'
import { todayIn } from '../domain/dates.ts'
import { balanceOf, changeInvoice, lockInvoice, openInvoice, planInvoice, statusOf, writeInvoice, type InvoiceRow } from './invoices/issue.ts'
import { voidInvoice } from './invoices/for-visit.ts'
import { beginPayment, endPayment, showPayPage } from './invoices/pay-page.ts'
import { payUrl } from './invoices/pay-token.ts'
import { hideMoney, readDetail, readInvoices } from './invoices/read.ts'
import { planCharge } from './payments/charge.ts'
import { moneyFrom, postLedger } from './payments/facts.ts'
import { checkNoIntent, withoutIntent } from './payments/intents.ts'
import { tellPayLink } from './payments/notices.ts'
import { enforce, found, invalid, refused } from './refusals.ts'
import { widenSight } from './schedule/locate.ts'

const factsOf = (row: InvoiceRow): InvoiceFacts => ({ status: statusOf(row), total_cents: row.total_cents })
const isOffice = (actor: Actor): boolean => hasRole(actor.roles, officeRoles)
/** A customer who works here too is shown what his work role sees. */
const isCustomerOnly = (roles: readonly Role[]): boolean => roles.every((role) => role === 'user')
const isCrewOnly = (roles: readonly Role[]): boolean => hasRole(roles, crewRoles) && !hasRole(roles, ['owner', 'manager', 'admin', 'payee'])

export const invoiceHandlers: Handlers<typeof invoices> = {
  'GET /api/invoices': ({ inOrg, actor, query }) =>
    inOrg(async (tx) => {
      const { flat, customer_id, ...filter } = query
      const own = isCustomerOnly(actor.roles)
      const page = await readInvoices(tx, {
        ...filter,
        customer_id: own ? (actor.customer_id ?? undefined) : customer_id,
        no_drafts: own,
        limit: flat ? 1000 : filter.limit,
      })
      const office = isOffice(actor)
      const caps = { can_create: office, can_send: office, can_mark_paid: office, can_edit_due_date: office }
      return flat ? (page.items as never) : { ...page, caps }
    }),

  'GET /api/invoices/{id}': ({ inOrg, actor, params }) =>
    inOrg(async (tx) => {
      const detail = await readDetail(tx, params.id, { roles: actor.roles, leadsTeam: hasRole(actor.roles, leaderRoles) })
      return isCrewOnly(actor.roles) && !(await crewSeesPrices(tx)) ? hideMoney(detail) : detail
    }),

  'POST /api/invoices': ({ inOrg, actor, body }) =>
    inOrg(async (tx) => {
      const keys = body.lines.flatMap((line) => line.service_key ?? [])
      const known = keys.length
        ? await tx.selectFrom('services').select(['id', 'key']).where('organization_id', '=', tx.org).where('key', 'in', keys).execute()
        : []
      const lines = body.lines.map((line) => ({ ...line, service_id: known.find(({ key }) => key === line.service_key)?.id ?? null }))
      if (lines.some((line) => line.discount_cents > line.quantity * line.unit_price_cents + line.tax_cents))
        throw invalid({ lines: 'A discount may not be more than its line.' })
      const planned = await planInvoice(tx, {
        customer_id: body.customer_id,
        source: 'manual',
        lines,
        due_date: body.due_date,
        notes: body.notes,
        open: body.open,
      })
      const [, detail] = await Promise.all([writeInvoice(tx, planned), readDetail(tx, planned.id, actor)])
      return detail
    }),

  'PATCH /api/invoices/{id}': ({ inOrg, actor, params, body }) =>
    inOrg(async (tx) => {
      const row = await lockInvoice(tx, params.id)
      if (body.version !== undefined && body.version !== row.version)
        throw refused('stale', 'Somebody else changed this invoice meanwhile. Reload to see their change.')
      enforce(invoiceRules.editDueDate(factsOf(row)))
      await changeInvoice(tx, row, {
        due_date: body.due_date,
        due_date_overridden: body.due_date !== null,
        effective_due_date: body.due_date ?? (await usualDueDate(tx, row)),
      })
      return readDetail(tx, row.id, actor)
    }),

  'POST /api/invoices/{id}/open': ({ inOrg, actor, params }) =>
    inOrg(async (tx) => {
      const row = await lockInvoice(tx, params.id)
      enforce(invoiceRules.open(factsOf(row)))
      await openInvoice(tx, row)
      return readDetail(tx, row.id, actor)
    }),

  'POST /api/invoices/{id}/paylink': ({ inOrg, app, actor, params, body }) =>
    inOrg(async (tx) => {
      // Who sees the invoice may send its link; writing its number and books is beyond a leader's own sight.
      found(
        await tx.selectFrom('invoices').select('id').where('organization_id', '=', tx.org).where('id', '=', params.id).executeTakeFirst(),
        'Invoice not found',
      )
      await widenSight(tx)
      const row = await lockInvoice(tx, params.id)
      enforce(invoiceRules.payLink({ status: statusOf(row), total_cents: balanceOf(row) }))
      const open = await openInvoice(tx, row, { now: true })
      const url = await payUrl(tx, app, open)
      // A customer goes there at once; nothing was sent to them.
      if (isCustomerOnly(actor.roles)) {
        const own = await lockInvoice(tx, params.id)
        return { ok: true as const, url, sent: false, expires_at: own.pay_token_expires_at!, status: statusOf(own) }
      }
      const sent = body?.send ? await tellPayLink(tx, open, url) : false
      const changed = await changeInvoice(tx, open, { sent_at: open.sent_at ?? new Date().toISOString() })
      return { ok: true as const, url, sent, expires_at: changed.pay_token_expires_at!, status: statusOf(changed) }
    }),

  'POST /api/invoices/{id}/pay': ({ inOrg, app, actor, params }) =>
    inOrg(async (tx) => {
      const { attempt_id } = await planCharge(tx, app, { invoice_id: params.id, via: 'staff', actor_id: actor.person_id })
      return {
        ok: true as const,
        invoice_id: params.id,
        attempt_id,
        status: 'processing' as const,
        collect_enqueued: true as const,
        via: 'card_on_file' as const,
      }
    }),

  'POST /api/invoices/{id}/mark-paid': ({ inOrg, app, actor, params, body }) =>
    withoutIntent(app, actor.organization_id, () =>
      inOrg(async (tx) => {
        const [row] = await Promise.all([lockInvoice(tx, params.id), checkNoIntent(tx, params.id)])
        enforce(invoiceRules.markPaid(factsOf(row)))
        const amount_cents = body?.amount_cents ?? balanceOf(row)
        if (amount_cents > balanceOf(row)) throw invalid({ amount_cents: 'This is more than is owed.' })
        const [, detail] = await Promise.all([
          payByHand(tx, row, { amount_cents, kind: body?.kind ?? 'cash', note: body?.note ?? null }),
          readDetail(tx, row.id, actor),
        ])
        return detail
      }),
    ),

  'POST /api/invoices/{id}/void': ({ inOrg, app, actor, params }) =>
    withoutIntent(app, actor.organization_id, () =>
      inOrg(async (tx) => {
        const [row] = await Promise.all([lockInvoice(tx, params.id), checkNoIntent(tx, params.id)])
        enforce(invoiceRules.voidIt({ ...factsOf(row), money: row.money }))
        await voidInvoice(tx, row)
        return readDetail(tx, row.id, actor)
      }),
    ),

  'GET /api/public/pay/{token}': ({ app, params }) => showPayPage(app, params.token),
  'POST /api/public/pay/{token}/intent': ({ app, params }) => beginPayment(app, params.token),
  'POST /api/public/pay/{token}/confirmed': ({ app, params }) => endPayment(app, params.token),
}

async function crewSeesPrices(tx: OrgTx): Promise<boolean> {
  const { schedule_settings } = await tx.selectFrom('organizations').select('schedule_settings').where('id', '=', tx.org).executeTakeFirstOrThrow()
  return (schedule_settings as { crew_sees_prices?: boolean } | null)?.crew_sees_prices === true
}

async function usualDueDate(tx: OrgTx, row: InvoiceRow): Promise<string> {
  const terms = await tx
    .selectFrom('customers as c')
    .innerJoin('organizations as o', 'o.id', 'c.organization_id')
    .select(['o.time_zone', 'o.customer_due_day', 'c.autopay_enabled'])
    .where('c.organization_id', '=', tx.org)
    .where('c.id', '=', row.customer_id)
    .executeTakeFirstOrThrow()
  const issue_date = todayIn(terms.time_zone, row.issued_at ?? row.created_at)
  return (
    row.charge_on ??
    effectiveDueDate({
      due_date: null,
      due_date_overridden: false,
      issue_date,
      due_day: terms.customer_due_day,
      autopay_visit_date: terms.autopay_enabled ? row.original_date : null,
    })
  )
}

/** Cash, a cheque, a transfer: a fact of its own, in the books beside the provider's. */
async function payByHand(tx: OrgTx, row: InvoiceRow, { amount_cents, kind, note }: { amount_cents: number; kind: string; note: string | null }): Promise<void> {
  const paid_cents = row.paid_cents + amount_cents
  const money = moneyFrom({ ...row, paid_cents, disputed: false })
  const [payment] = await Promise.all([
    tx
      .insertInto('payments')
      .values({
        organization_id: tx.org,
        invoice_id: row.id,
        customer_id: row.customer_id,
        kind,
        amount_cents,
        fee_cents: 0,
        net_cents: amount_cents,
        status: 'succeeded',
        currency: row.currency,
        description: note ?? `Invoice ${row.number ?? ''}`.trim(),
        customer_name: row.customer_name,
        customer_email: row.customer_email,
        captured_at: sql`now()`,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
    changeInvoice(
      tx,
      row,
      {
        paid_cents,
        money,
        failure_code: null,
        failure_sentence: null,
        next_retry_at: null,
        charge_on: null,
        ...(invoiceStatus(row) === 'scheduled' ? { doc: 'open' } : {}),
        ...(money === 'paid' ? { paid_at: new Date().toISOString() } : {}),
      },
      { paid: money === 'paid' },
    ),
  ])
  await postLedger(tx, `manual:${payment.id}`, { invoice_id: row.id, payment_id: payment.id }, [
    ['cash', amount_cents],
    ['receivable', -amount_cents],
  ])
}
