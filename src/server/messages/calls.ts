import type { messages } from '../../api/messages.ts'
import type { Handlers } from '../base/call.ts'
import { byId, pageOf } from '../base/kit/page.ts'
import { found } from '../base/kit/refusals.ts'
import { exportLog, readLog, readLogged } from './read-log.ts'
import { previewWording, readWording, readWordings } from './read-wordings.ts'
import { resend } from './resend.ts'
import { resetWording, saveWording } from './write-wordings.ts'

export const messageHandlers: Handlers<typeof messages> = {
  'GET /api/owner/messages': ({ readOrg, query: { cursor, limit, ...filter } }) =>
    readOrg(async (tx) => {
      const rows = await readLog(tx, filter, { after: cursor, limit: limit + 1 })
      const { page, next_cursor } = pageOf(rows, limit, byId)
      return { messages: page, next_cursor }
    }),

  'GET /api/owner/messages/export': async ({ readOrg, query, reply }) => {
    const file = await readOrg((tx) => exportLog(tx, query))
    await reply
      .header('content-disposition', 'attachment; filename="messages.csv"')
      .header('cache-control', 'no-store')
      .type('text/csv; charset=utf-8')
      .send(file)
    return undefined as never
  },

  'POST /api/owner/messages/{id}/resend': ({ inOrg, actor, params }) =>
    inOrg(async (tx) => found(await readLogged(tx, await resend(tx, params.id, actor.person_id)))),

  'GET /api/owner/messages/wordings': ({ readOrg }) =>
    readOrg(async (tx) => ({ wordings: await readWordings(tx) })),

  'POST /api/owner/messages/wordings/preview': ({ readOrg, body: { words, ...key } }) =>
    readOrg((tx) => previewWording(tx, key, words)),

  'POST /api/owner/messages/wordings/save': ({ inOrg, body: { words, ...key } }) =>
    inOrg(async (tx) => {
      await saveWording(tx, key, words)
      return readWording(tx, key)
    }),

  'POST /api/owner/messages/wordings/reset': ({ inOrg, body }) =>
    inOrg(async (tx) => {
      await resetWording(tx, body)
      return readWording(tx, body)
    }),
}
