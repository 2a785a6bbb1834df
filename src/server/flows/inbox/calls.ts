import type { inbox } from '../../../api/inbox.ts'
import { requestRules } from '../../../domain/schedule/request.ts'
import { threadRules } from '../../../domain/messages/thread.ts'
import type { Handlers } from '../../base/call.ts'
import { enforce, found } from '../../base/kit/refusals.ts'
import { lockOwnVisit } from '../../schedule/requests/own-visit.ts'
import { makeRequest } from '../../schedule/requests/write.ts'
import { addCanned, changeCanned, listCanned, removeCanned } from '../../messages/threads/canned.ts'
import { changeThread, giveToCustomer, markRead } from '../../messages/threads/write.ts'
import { inSchedule, readSchedule, type ScheduleContext } from '../../schedule/week/context.ts'
import { countUnread, listThreads, readThread, openConversation } from './read.ts'
import { settleHeld } from './receive.ts'
import { replyTo } from './reply.ts'

export const inboxHandlers: Handlers<typeof inbox> = {
  'GET /api/owner/threads': ({ readOrg, actor, query }) =>
    readOrg((tx) => listThreads(tx, actor.person_id, query)),

  'GET /api/owner/threads/unread': ({ readOrg, actor }) =>
    readOrg(async (tx) => ({ unread: await countUnread(tx, actor.person_id) })),

  'GET /api/owner/threads/{id}': (call) =>
    readSchedule(call, (ctx) => readThread(ctx, call.params.id)),

  'POST /api/owner/customers/{id}/thread': ({ inOrg, params }) =>
    inOrg(async (tx) => ({ id: await openConversation(tx, params.id) })),

  'PATCH /api/owner/threads/{id}': async (call) => {
    const { occurrence_id, state, assignee_id, texts } = call.body
    const needs_care = texts ? false : call.body.needs_care
    // First, so that the conversation stays marked if this fails.
    if (needs_care === false)
      await settleHeld(call.app, await readHeldPhones(call), texts ?? 'resume')
    return inSchedule(call, async (ctx) => {
      await changeThread(ctx.tx, (await lockThread(ctx, call.params.id)).id, {
        ...(state ? { state } : {}),
        ...(needs_care === undefined ? {} : { needs_care }),
        ...(assignee_id === undefined ? {} : { assignee_id: await memberOf(ctx, assignee_id) }),
        ...(occurrence_id === undefined ? {} : await visitOf(ctx, call.params.id, occurrence_id)),
      })
      return readThread(ctx, call.params.id)
    })
  },

  'POST /api/owner/threads/{id}/replies': (call) =>
    inSchedule(call, async (ctx) => {
      await replyTo(ctx.tx, call.params.id, call.body)
      return readThread(ctx, call.params.id)
    }),

  'POST /api/owner/threads/{id}/reads': ({ inOrg, actor, params, body }) =>
    inOrg(async (tx) => {
      found(
        await tx.selectFrom('threads').select('id').where('id', '=', params.id).executeTakeFirst(),
      )
      await markRead(tx, params.id, actor.person_id, body.upto)
      return { ok: true as const }
    }),

  'POST /api/owner/threads/{id}/customer': (call) =>
    inSchedule(call, async (ctx) => {
      const { customer_id } = call.body
      const thread = await lockThread(ctx, call.params.id)
      enforce(threadRules.match({ customer_id: thread.customer_id, wanted: customer_id }))
      found(
        await ctx.tx
          .selectFrom('customers')
          .select('id')
          .where('id', '=', customer_id)
          .executeTakeFirst(),
        'This customer does not exist.',
      )
      return readThread(ctx, await giveToCustomer(ctx.tx, thread.id, customer_id))
    }),

  'POST /api/owner/threads/{id}/requests': (call) =>
    inSchedule(call, async (ctx) => {
      const { message_id, occurrence_id, action } = call.body
      const { id, customer_id } = await lockThread(ctx, call.params.id)
      const visit = await lockOwnVisit(ctx, found(customer_id), withDate(occurrence_id))
      enforce(requestRules.ask({ ...visit, today: ctx.calendar.today }))
      const { text } = found(
        await ctx.tx
          .selectFrom('messages')
          .select('text')
          .where('id', '=', message_id)
          .where('thread_id', '=', id)
          .where('direction', '=', 'in')
          .executeTakeFirst(),
      )
      await makeRequest(ctx.tx, visit, { action, reason: text.slice(0, 500), preferred_dates: [] })
      const { series_id, original_date } = visit
      await changeThread(ctx.tx, id, { series_id, original_date })
      return readThread(ctx, id)
    }),

  'GET /api/owner/canned-replies': ({ readOrg }) =>
    readOrg(async (tx) => ({ items: await listCanned(tx) })),

  'POST /api/owner/canned-replies': ({ inOrg, body }) => inOrg((tx) => addCanned(tx, body)),

  'PATCH /api/owner/canned-replies/{id}': ({ inOrg, params, body }) =>
    inOrg((tx) => changeCanned(tx, params.id, body)),

  'DELETE /api/owner/canned-replies/{id}': ({ inOrg, params }) =>
    inOrg(async (tx) => {
      await removeCanned(tx, params.id)
      return { ok: true as const }
    }),
}

/** The numbers that texted in a conversation which somebody should look at. */
const readHeldPhones = (call: Parameters<typeof readSchedule>[0] & { params: { id: string } }) =>
  readSchedule(call, async ({ tx }) => {
    const rows = await tx
      .selectFrom('messages as m')
      .innerJoin('threads as t', 't.id', 'm.thread_id')
      .select('m.recipient')
      .distinct()
      .where('t.id', '=', call.params.id)
      .where('t.needs_care', '=', true)
      .where('m.direction', '=', 'in')
      .where('m.channel', '=', 'sms')
      .execute()
    return rows.map(({ recipient }) => recipient)
  })

const lockThread = async ({ tx }: ScheduleContext, id: string) =>
  found(
    await tx
      .selectFrom('threads')
      .select(['id', 'customer_id'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),
  )

/** Anyone on the staff may be given a conversation. */
async function memberOf({ tx }: ScheduleContext, person_id: string | null): Promise<string | null> {
  if (person_id === null) return null
  const row = await tx
    .selectFrom('memberships')
    .select('person_id')
    .where('person_id', '=', person_id)
    .where('role', '<>', 'user')
    .where('status', '=', 'active')
    .executeTakeFirst()
  return found(row, 'This person does not work here.').person_id
}

async function visitOf(ctx: ScheduleContext, id: string, occurrence_id: string | null) {
  if (occurrence_id === null) return { series_id: null, original_date: null }
  const { customer_id } = await lockThread(ctx, id)
  const visit = await lockOwnVisit(ctx, found(customer_id), withDate(occurrence_id))
  return { series_id: visit.series_id, original_date: visit.original_date }
}

/** A visit's id ends with its date. */
const withDate = (occurrence_id: string) => ({ occurrence_id, date: occurrence_id.slice(-10) })
