import type { invoices } from '../../api/invoices.ts'
import { invoiceRules, balanceOf } from '../../domain/invoice.ts'
import {
  crewRoles,
  hasRole,
  leaderRoles,
  officeRoles,
  type Role,
  moneyRoles,
} from '../../domain/roles.ts'
import type { Actor, Handlers } from '../call.ts'
import type { OrgTx } from '../db/door.ts'
import { openInvoice, planInvoice, writeInvoice } from './write-issue.ts'
import { changeInvoice } from './write.ts'
import { lockInvoice, statusOf, invoiceFacts } from './row.ts'
import { payUrl } from './pay-link.ts'
import { hideMoney, readDetail, readInvoices } from './read.ts'
import { sendIssued } from './send.ts'
import { sendPayLink } from '../messages/notify-money.ts'
import { enforce, found, refused } from '../refusals.ts'
import { widenSight } from '../db/sight.ts'
import { usualDueDate } from './terms.ts'

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
      return isCrewOnly(actor.roles) && !(await crewSeesPrices(tx)) ? hideMoney(detail) : detail
    }),

  'POST /api/invoices': ({ inOrg, app, actor, body }) =>
    inOrg(async (tx) => {
      const keys = body.lines.flatMap((line) => line.service_key ?? [])
      const known = keys.length
        ? await tx.selectFrom('services').select(['id', 'key']).where('key', 'in', keys).execute()
        : []
      const lines = body.lines.map((line) => ({
        ...line,
        service_id: known.find(({ key }) => key === line.service_key)?.id ?? null,
      }))
      const planned = await planInvoice(tx, {
        customer_id: body.customer_id,
        source: 'manual',
        lines,
        due_date: body.due_date,
        notes: body.notes,
        open: body.open,
      })
      const [{ row }, detail] = await Promise.all([
        writeInvoice(tx, planned),
        readDetail(tx, planned.id, actor),
      ])
      await sendIssued(tx, app, row)
      return detail
    }),

  'PATCH /api/invoices/{id}': ({ inOrg, actor, params, body }) =>
    inOrg(async (tx) => {
      const row = await lockInvoice(tx, params.id)
      if (body.version !== undefined && body.version !== row.version)
        throw refused(
          'stale',
          'Someone else changed this invoice in the meantime. Reload to see their change.',
        )
      enforce(invoiceRules.editDueDate(invoiceFacts(row)))
      await changeInvoice(tx, row, {
        due_date: body.due_date,
        due_date_overridden: body.due_date !== null,
        effective_due_date: body.due_date ?? (await usualDueDate(tx, row)),
      })
      return readDetail(tx, row.id, actor)
    }),

  'POST /api/invoices/{id}/open': ({ inOrg, app, actor, params }) =>
    inOrg(async (tx) => {
      const row = await lockInvoice(tx, params.id)
      enforce(invoiceRules.open(invoiceFacts(row)))
      await sendIssued(tx, app, await openInvoice(tx, row))
      return readDetail(tx, row.id, actor)
    }),

  'POST /api/invoices/{id}/paylink': ({ inOrg, app, actor, params, body }) =>
    inOrg(async (tx) => {
      // Anyone who sees the invoice may send its link, but writing its number and ledger needs more
      // than a leader's sight.
      found(
        await tx.selectFrom('invoices').select('id').where('id', '=', params.id).executeTakeFirst(),
        'Invoice not found',
      )
      await widenSight(tx)
      const row = await lockInvoice(tx, params.id)
      enforce(invoiceRules.payLink({ status: statusOf(row), total_cents: balanceOf(row) }))
      const open = await openInvoice(tx, row, { now: true })
      const url = await payUrl(tx, app, open)
      const maySend = body?.send && !isCustomerOnly(actor.roles)
      const sent = maySend ? await sendPayLink(tx, open, url) : false
      // Whoever copies the link may never pass it on: only a message of ours makes an invoice sent.
      if (sent) await changeInvoice(tx, open, { sent_at: open.sent_at ?? new Date().toISOString() })
      const row_now = await lockInvoice(tx, params.id)
      return {
        ok: true as const,
        url,
        sent,
        expires_at: row_now.pay_token_expires_at!,
        status: statusOf(row_now),
      }
    }),
}

async function crewSeesPrices(tx: OrgTx): Promise<boolean> {
  const { schedule_settings } = await tx
    .selectFrom('organizations')
    .select('schedule_settings')
    .where('id', '=', tx.org)
    .executeTakeFirstOrThrow()
  return (schedule_settings as { crew_sees_prices?: boolean } | null)?.crew_sees_prices === true
}
