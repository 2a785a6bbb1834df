import type { invoices } from '../../../api/invoices.ts'
import { invoiceRules, balanceOf } from '../../../domain/money/invoice.ts'
import { neverReasons } from '../../../domain/messages/message.ts'
import {
  crewRoles,
  hasRole,
  leaderRoles,
  officeRoles,
  type Role,
  moneyRoles,
} from '../../../domain/base/roles.ts'
import type { Handlers } from '../../base/call.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { readRefundDue } from '../ledger/refund-due.ts'
import { openInvoice, planInvoice, writeInvoice } from './write-issue.ts'
import { changeInvoice } from './write.ts'
import { editDraft, idsOf } from './write-lines.ts'
import { lockInvoice, statusOf, invoiceFacts, type InvoiceRow } from './row.ts'
import { payUrl } from './pay-link.ts'
import { hideMoney, readDetail, readInvoices } from './read.ts'
import { sendBill, sendByHand } from './send.ts'
import { sendPayLink } from '../../messages/notify-bill.ts'
import { enforce, found, refused } from '../../base/kit/refusals.ts'
import { widenSight } from '../../base/db/sight.ts'
import { usualDueDate } from './terms.ts'
import type { Actor } from '../../base/actor.ts'
import type { toBill } from '../../../api/to-bill.ts'
import { readQueue, readSummary, readTabs } from './read-to-bill.ts'
import { sendMany } from './send-many.ts'
import { enqueue } from '../../base/jobs/jobs.ts'
import { planMissed } from './write-charging.ts'
import { readLastRun } from './write-runs.ts'

const isOffice = (actor: Actor): boolean => hasRole(actor.roles, officeRoles)

/** A customer who also works here sees what their work role allows. */
const isCustomerOnly = (roles: readonly Role[]): boolean => roles.every((role) => role === 'user')

const isCrewOnly = (roles: readonly Role[]): boolean =>
  hasRole(roles, crewRoles) && !hasRole(roles, moneyRoles)

export const invoiceHandlers: Handlers<typeof invoices> = {
  'GET /api/invoices': ({ readOrg, actor, query }) =>
    readOrg(async (tx) => {
      const { flat, customer_id, ...filter } = query
      const own = isCustomerOnly(actor.roles)
      const page = await readInvoices(tx, {
        ...filter,
        customer_id: own ? (actor.customer_id ?? undefined) : customer_id,
        no_drafts: own,
        limit: flat ? 1000 : filter.limit,
      })
      const office = isOffice(actor)
      const caps = {
        can_create: office,
        can_send: office,
        can_mark_paid: office,
        can_edit_due_date: office,
      }
      return flat ? (page.items as never) : { ...page, caps }
    }),

  'GET /api/invoices/{id}': ({ readOrg, actor, params }) =>
    readOrg(async (tx) => {
      const detail = await readDetail(tx, params.id, {
        roles: actor.roles,
        leadsTeam: hasRole(actor.roles, leaderRoles),
      })
      if (isCrewOnly(actor.roles) && !(await crewSeesPrices(tx))) return hideMoney(detail)
      if (actor.customer_id === null) return detail
      // Refunds and their reasons are for the office alone; a customer learns what is due to them.
      widenSight(tx)
      return { ...detail, refund_due_cents: await readRefundDue(tx, params.id) }
    }),

  'POST /api/invoices': ({ inOrg, app, actor, body }) =>
    inOrg(async (tx) => {
      const services = await idsOf(tx, body.lines)
      const lines = body.lines.map((line) => ({
        ...line,
        service_id: services.get(line.service_key ?? '') ?? null,
      }))
      const planned = await planInvoice(tx, {
        customer_id: body.customer_id,
        source: 'manual',
        lines,
        due_date: body.due_date,
        notes: body.notes,
        open: body.open,
      })
      const { row } = await writeInvoice(tx, planned)
      const detail = await readDetail(tx, planned.id, actor)
      if (body.open) await sendBill(tx, app, row)
      return detail
    }),

  'PATCH /api/invoices/{id}': ({ inOrg, actor, params, body }) =>
    inOrg(async (tx) => {
      const row = await lockInvoice(tx, params.id)
      checkVersion(row, body.version)
      enforce(invoiceRules.editDueDate(invoiceFacts(row)))
      const effective_due_date = body.due_date ?? (await usualDueDate(tx, row))
      await changeInvoice(tx, row, {
        due_date: body.due_date,
        due_date_overridden: body.due_date !== null,
        effective_due_date,
        // A planned charge moves with it.
        ...(row.doc === 'scheduled' ? { charge_on: effective_due_date } : {}),
      })
      return readDetail(tx, row.id, actor)
    }),

  'PUT /api/invoices/{id}/lines': ({ inOrg, actor, params, body }) =>
    inOrg(async (tx) => {
      const row = await lockInvoice(tx, params.id)
      enforce(invoiceRules.editLines(invoiceFacts(row)))
      checkVersion(row, body.version)
      const { lines, notes, due_date } = body
      const effective_due_date = due_date ?? (await usualDueDate(tx, row))
      await editDraft(tx, row, { lines, notes: notes || null, due_date, effective_due_date })
      return readDetail(tx, row.id, actor)
    }),

  'POST /api/invoices/{id}/open': ({ inOrg, app, actor, params }) =>
    inOrg(async (tx) => {
      const row = await lockInvoice(tx, params.id)
      enforce(invoiceRules.open(invoiceFacts(row)))
      await sendBill(tx, app, row)
      return readDetail(tx, row.id, actor)
    }),

  'POST /api/invoices/{id}/send': ({ inOrg, app, params }) =>
    inOrg(async (tx) => {
      const row = await lockToSend(tx, params.id)
      const { invoice, sent, at, waits, reason } = await sendByHand(tx, app, row)
      return {
        sent,
        goes_out_at: at,
        waits_for_email: waits,
        reason: reason && neverReasons[reason],
        status: statusOf(invoice),
      }
    }),

  'POST /api/invoices/{id}/paylink': ({ inOrg, app, actor, params, body }) =>
    inOrg(async (tx) => {
      const row = await lockToSend(tx, params.id)
      const open = await openInvoice(tx, row)
      const url = await payUrl(tx, app, open)
      const maySend = body?.send && !isCustomerOnly(actor.roles)
      // A copied link may never be passed on, so only a message of ours makes an invoice sent.
      const sent = maySend ? (await sendPayLink(tx, open, url)).going : false
      const { pay_token_expires_at } = await lockInvoice(tx, params.id)
      return {
        ok: true as const,
        url,
        sent,
        expires_at: pay_token_expires_at!,
        status: statusOf(open),
      }
    }),
}

function checkVersion(row: InvoiceRow, version: number | undefined): void {
  if (version !== undefined && version !== row.version)
    throw refused(
      'stale',
      'Someone else changed this invoice in the meantime. Reload to see their change.',
    )
}

/**
 * An invoice whose link may go out. Anyone who sees it may send it, but writing its number and
 * ledger needs more than a leader's sight.
 */
async function lockToSend(tx: OrgTx, id: string): Promise<InvoiceRow> {
  found(
    await tx.selectFrom('invoices').select('id').where('id', '=', id).executeTakeFirst(),
    'Invoice not found',
  )
  widenSight(tx)
  const row = await lockInvoice(tx, id)
  enforce(invoiceRules.payLink({ status: statusOf(row), total_cents: balanceOf(row) }))
  return row
}

async function crewSeesPrices(tx: OrgTx): Promise<boolean> {
  const { schedule_settings } = await tx
    .selectFrom('organizations')
    .select('schedule_settings')
    .where('id', '=', tx.org)
    .executeTakeFirstOrThrow()
  return (schedule_settings as { crew_sees_prices?: boolean } | null)?.crew_sees_prices === true
}

export const toBillHandlers: Handlers<typeof toBill> = {
  'GET /api/owner/billing/summary': ({ readOrg }) => readOrg(readSummary),

  'GET /api/owner/billing/queue': ({ readOrg, query }) =>
    readOrg(async (tx) => {
      const [page, tabs, run] = await Promise.all([
        readQueue(tx, query),
        readTabs(tx),
        readLastRun(tx),
      ])
      return { ...page, tabs, run }
    }),

  'POST /api/owner/billing/charge-missed': ({ inOrg }) =>
    inOrg(async (tx) => {
      const { stripe_charges_enabled } = await tx
        .selectFrom('organizations')
        .select('stripe_charges_enabled')
        .where('id', '=', tx.org)
        .executeTakeFirstOrThrow()
      if (!stripe_charges_enabled)
        throw refused('org_not_charge_ready', 'Connect your payments first.')
      const count = await planMissed(tx)
      if (count) await enqueue(tx, 'autopay.retry', {})
      return { ok: true as const, count }
    }),

  'POST /api/invoices/send-many': ({ inOrg, body, actor }) =>
    inOrg((tx) => sendMany(tx, { ...body, author_id: actor.person_id })),
}
