import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { channels, type Channel } from '../../domain/messages/message-kinds.ts'
import { onPlatform, system } from '../base/db/door.ts'
import type { Store } from '../base/db/store.ts'
import { notFound } from '../base/kit/refusals.ts'

type Shown = {
  id: string
  channel: Channel
  template: string
  recipient: string
  subject: string | null
  text: string
  html: string | null
  status: string
  error: string | null
  from_name: string | null
  created_at: string
  /** The page a notice opens. */
  opens: string | null
}

/** How the outbox looks: pure functions from rows to pages. */
export type OutboxPages = {
  listOutbox(list: {
    messages: Omit<Shown, 'html' | 'opens'>[]
    search: string
    channel: Channel | null
    older: string | null
  }): string
  /** `answered`: the reader has just answered as the recipient. */
  showMessage(message: Shown, answered: boolean): string
}

const pageSize = 50
const Query = z.object({
  q: z.string().trim().max(200).catch(''),
  channel: z.enum(channels).nullable().catch(null),
  before: z.uuid().optional().catch(undefined),
})
const Answer = z.object({ text: z.string().trim().max(5000) })
const columns = [
  'id',
  'channel',
  'template',
  'recipient',
  'subject',
  'text',
  'status',
  'error',
  'from_name',
  'created_at',
] as const

/** What a message may do in the reader's browser: look as it looks, nothing more. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-src 'self'; form-action 'self'; base-uri 'self'; frame-ancestors 'none'"
const send = (reply: FastifyReply, html: string): FastifyReply =>
  reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html)

type Outbox = {
  store: Store
  render: OutboxPages
  /** Takes what the reader writes as an answer from the person the message went to. */
  answer: (message: Answered, text: string) => Promise<unknown>
}
type Answered = { id: string; channel: 'email' | 'sms'; recipient: string; subject: string | null }

/** The outbox under /sandbox/outbox. Anyone who reads it can use every link in it: never mount it where strangers can reach it. */
export function mountOutbox(server: FastifyInstance, { store, render, answer }: Outbox): void {
  server.get('/sandbox/outbox', async (request, reply) => {
    const { q, channel, before } = Query.parse(request.query)
    const found = await onPlatform(store, system, (tx) => {
      let query = tx
        .selectFrom('messages')
        .select(columns)
        .orderBy('id', 'desc')
        .limit(pageSize + 1)
      if (channel) query = query.where('channel', '=', channel)
      if (before) query = query.where('id', '<', before)
      if (q) {
        const like = `%${q.replace(/[\\%_]/g, String.raw`\$&`)}%`
        query = query.where((eb) =>
          eb.or([
            eb('recipient', 'ilike', like),
            eb('subject', 'ilike', like),
            eb(sql<string>`text`, 'ilike', like),
          ]),
        )
      }
      return query.execute()
    })
    const messages = found.slice(0, pageSize) as Omit<Shown, 'html' | 'opens'>[]
    const last = found.length > pageSize ? messages.at(-1) : undefined
    const older = last
      ? `/sandbox/outbox?${new URLSearchParams({ ...(q ? { q } : {}), ...(channel ? { channel } : {}), before: last.id }).toString()}`
      : null
    return send(reply, render.listOutbox({ messages, search: q, channel, older }))
  })

  server.get<{ Params: { id: string } }>('/sandbox/outbox/:id', async (request, reply) => {
    const id = z.uuid().safeParse(request.params.id)
    if (!id.success) throw notFound()
    const message = await onPlatform(store, system, (tx) =>
      tx
        .selectFrom('messages')
        .select([...columns, 'html', sql<string | null>`data->>'url'`.as('opens')])
        .where('id', '=', id.data)
        .executeTakeFirst(),
    )
    if (!message) throw notFound()
    const { answered } = z
      .object({ answered: z.literal('1').optional().catch(undefined) })
      .parse(request.query)
    return send(reply, render.showMessage(message as Shown, answered === '1'))
  })

  server.post<{ Params: { id: string } }>('/sandbox/outbox/:id/answer', async (request, reply) => {
    const id = z.uuid().safeParse(request.params.id)
    const { text } = Answer.parse(request.body)
    const message = id.success
      ? await onPlatform(store, system, (tx) =>
          tx
            .selectFrom('messages')
            .select(['id', 'channel', 'recipient', 'subject'])
            .where('id', '=', id.data)
            .where('channel', '<>', 'push')
            .executeTakeFirst(),
        )
      : undefined
    if (!message) throw notFound()
    if (text) await answer(message as Answered, text)
    return reply.redirect(`/sandbox/outbox/${message.id}?answered=1`, 303)
  })
}
