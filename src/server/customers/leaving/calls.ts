import { sql } from 'kysely'
import type { leaving } from '../../../api/leaving.ts'
import { addDays } from '../../../domain/base/dates.ts'
import {
  leaveOutlookDays,
  leavingRules,
  type LeaveOutlook,
  type LeaveRequest,
  type LeaveStatus,
} from '../../../domain/customers/leaving.ts'
import type { Handlers } from '../../base/call.ts'
import { addNote } from '../write-notes.ts'
import { lockCustomer } from '../write-row.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { emit } from '../../base/events.ts'
import { owedCents } from '../../base/sums/owed.ts'
import { givenUnused, ownUnused, unusedCredits } from '../../base/sums/kept.ts'
import { addLeaveRequest, closeLeave } from './write.ts'
import { notifyLeaveRequested, notifyLeaveDecided } from '../../messages/notify-leaving.ts'
import { byId, pageOf } from '../../base/kit/page.ts'
import { enforce, found, notFound } from '../../base/kit/refusals.ts'
import { readCalendar } from '../../schedule/week/calendar.ts'
import { widenSight } from '../../base/db/sight.ts'
import { readWindow } from '../../schedule/week/window.ts'
import type { Actor } from '../../base/actor.ts'

const columns = ['id', 'reason', 'status', 'answer', 'created_at', 'resolved_at'] as const
const requests = (tx: OrgTx) => tx.selectFrom('leave_requests').select(columns)

function own({ customer_id }: Actor): string {
  if (!customer_id) throw notFound()
  return customer_id
}

export const leavingHandlers: Handlers<typeof leaving> = {
  'GET /api/users/leaving': ({ readOrg, actor }) => readOrg((tx) => readLeaving(tx, own(actor))),

  'POST /api/users/leaving': ({ inOrg, actor, body }) =>
    inOrg(async (tx) => {
      const customer = await lockCustomer(tx, own(actor))
      if ((await newest(tx, customer.id))?.status === 'requested')
        return readLeaving(tx, customer.id)
      const reason = body.reason || null
      const answer = await readLeaving(tx, customer.id)
      const id = await addLeaveRequest(tx, customer.id, reason)
      const request = await newest(tx, customer.id)
      await changed(tx, customer.id)
      await notifyLeaveRequested(tx, customer.id, { id, reason })
      await note(
        tx,
        customer.id,
        reason ? `Asked to close their account: ${reason}` : 'Asked to close their account.',
      )
      return { ...answer, request }
    }),

  'POST /api/users/leaving/withdraw': ({ inOrg, actor }) =>
    inOrg(async (tx) => {
      const customer = await lockCustomer(tx, own(actor))
      const status = (await newest(tx, customer.id))?.status ?? null
      if (status !== 'withdrawn') {
        enforce(leavingRules.withdraw({ status }))
        await closeLeave(tx, customer.id, { status: 'withdrawn', answer: null })
        await changed(tx, customer.id)
      }
      const answer = await readLeaving(tx, customer.id)
      if (status !== 'withdrawn')
        await note(tx, customer.id, 'Withdrew the request to close their account.')
      return answer
    }),

  'GET /api/owner/leave-requests': ({ readOrg, query }) =>
    readOrg(async (tx) => {
      let open = tx
        .selectFrom('leave_requests as l')
        .innerJoinLateral(
          (eb) =>
            eb
              .selectFrom('customers as k')
              .select(['k.name', 'k.email', 'k.phone_number'])
              .whereRef('k.organization_id', '=', 'l.organization_id')
              .whereRef('k.id', '=', 'l.customer_id')
              .limit(1)
              .as('c'),
          (join) => join.onTrue(),
        )
        .select([
          'l.id',
          'l.reason',
          'l.status',
          'l.answer',
          'l.created_at',
          'l.resolved_at',
          'l.customer_id',
        ])
        .select([
          'c.name as customer_name',
          'c.email as customer_email',
          'c.phone_number as customer_phone',
        ])
        .where('l.status', '=', 'requested')
      if (query.cursor) open = open.where('l.id', '<', query.cursor)
      const rows = await open
        .orderBy('l.id', 'desc')
        .limit(query.limit + 1)
        .execute()
      const { page, next_cursor } = pageOf(rows, query.limit, byId)
      return {
        items: page.map((row) => ({ ...row, status: row.status as LeaveStatus })),
        next_cursor,
      }
    }),

  'POST /api/owner/leave-requests/{id}/keep': ({ inOrg, params, body }) =>
    inOrg(async (tx) => {
      const sentence = 'This request does not exist.'
      const seen = await tx
        .selectFrom('leave_requests')
        .select('customer_id')
        .where('id', '=', params.id)
        .executeTakeFirst()
      const customer = await lockCustomer(tx, found(seen, sentence).customer_id)
      const read = async () =>
        viewOf(found(await requests(tx).where('id', '=', params.id).executeTakeFirst(), sentence))
      const request = await read()
      if (request.status === 'kept' && request.answer === body.answer) return request
      enforce(leavingRules.keep(request))
      await closeLeave(tx, customer.id, { status: 'kept', answer: body.answer })
      await changed(tx, customer.id)
      await notifyLeaveDecided(tx, customer.id, {
        id: params.id,
        archived: false,
        answer: body.answer,
      })
      await addNote(tx, customer.id, `Answered the request to close the account: ${body.answer}`)
      return read()
    }),
}

const viewOf = (row: Omit<LeaveRequest, 'status'> & { status: string }): LeaveRequest => ({
  ...row,
  status: row.status as LeaveStatus,
})

async function newest(tx: OrgTx, customer_id: string): Promise<LeaveRequest | null> {
  const row = await requests(tx)
    .where('customer_id', '=', customer_id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? viewOf(row) : null
}

const readLeaving = async (tx: OrgTx, customer_id: string) => ({
  request: await newest(tx, customer_id),
  outlook: await readOutlook(tx, customer_id),
})

/** With a customer's sight, which excludes drafts. */
async function readOutlook(tx: OrgTx, customer_id: string): Promise<LeaveOutlook> {
  const calendar = await readCalendar(tx)
  const to = addDays(calendar.today, leaveOutlookDays)
  const { visits } = await readWindow(tx, calendar, { from: calendar.today, to }, { customer_id })
  const dates = visits.filter(({ status }) => status === 'scheduled').map(({ date }) => date)
  const coming = dates.filter((date) => date > calendar.today).toSorted()
  const later = await tx
    .selectFrom('rules')
    .select('id')
    .where('customer_id', '=', customer_id)
    .where('removed_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('pattern', '<>', 'once'),
          eb.or([eb('end_date', 'is', null), eb('end_date', '>', to)]),
        ]),
        eb('start_date', '>', to),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  type Money = Pick<LeaveOutlook, 'owed_cents' | 'has_autopay' | 'credit_cents' | 'own_cents'>
  const { rows } = await sql<Money>`
    select ${owedCents(sql`i.organization_id = c.organization_id and i.customer_id = c.id`)} as owed_cents,
      c.autopay_enabled as has_autopay,
      ${givenUnused} as credit_cents, ${ownUnused} as own_cents
    from customers c left join ${unusedCredits} u on u.organization_id = c.organization_id and u.customer_id = c.id
    where c.id = ${customer_id} group by c.organization_id, c.id`.execute(tx)
  return {
    visits: coming.length,
    next_visit_on: coming[0] ?? null,
    goes_on: later !== undefined,
    visit_today: dates.includes(calendar.today),
    ...rows[0]!,
  }
}

/** The office and the customer reload; crews are not affected. */
const changed = (tx: OrgTx, customer_id: string): Promise<void> =>
  emit(tx, 'customer.changed', { customer_id }, { customer_id })

/**
 * Notes belong to the office, and customers cannot read them. Must be last in the transaction,
 * since it widens the sight.
 */
async function note(tx: OrgTx, customer_id: string, text: string): Promise<void> {
  widenSight(tx)
  await addNote(tx, customer_id, text)
}
