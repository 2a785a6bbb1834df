import { hash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { calendarFeeds } from '../../../api/calendar-feeds.ts'
import { mayHaveFeed } from '../../../domain/customers/calendar-feed.ts'
import { icalendar } from '../../../domain/base/icalendar.ts'
import type { Handlers } from '../../base/call.ts'
import { onPlatform, readOrg, system } from '../../base/db/door.ts'
import { found, notFound, refused } from '../../base/kit/refusals.ts'
import { readCalendar } from '../../schedule/week/calendar.ts'
import { readEntries, viewOf } from './entries.ts'
import { readFeed, readOffered } from './read.ts'
import { makeFeed, revokeFeed, setRead } from './write.ts'

export const calendarFeedHandlers: Handlers<typeof calendarFeeds> = {
  'GET /api/me/calendars': ({ app, readOrg: read, actor }) =>
    read(async (tx) => ({ feeds: await readOffered(tx, app.secret, actor) })),

  'POST /api/me/calendars': ({ app, inOrg, actor, body: { scope, team_id } }) =>
    inOrg(async (tx) => {
      if (!mayHaveFeed(actor.roles, scope) || (team_id && scope !== 'schedule'))
        throw refused('forbidden', 'You do not have access to this calendar.', 403)
      const offered = await readOffered(tx, app.secret, actor)
      found(offered.find((one) => one.scope === scope && (one.team?.id ?? null) === team_id))
      await makeFeed(tx, app.secret, { person_id: actor.person_id, scope, team_id })
      return { feeds: await readOffered(tx, app.secret, actor) }
    }),

  'DELETE /api/me/calendars/{id}': ({ app, inOrg, actor, params }) =>
    inOrg(async (tx) => {
      if (!(await revokeFeed(tx, actor.person_id, params.id))) throw notFound()
      return { feeds: await readOffered(tx, app.secret, actor) }
    }),

  'GET /api/public/calendar/{token}': async ({ app, readPlatform, params, headers, reply }) => {
    const feed = found(await readPlatform((tx) => readFeed(tx, params.token.replace('.ics', ''))))
    const text = await readOrg(app.store, viewOf(feed), system, async (tx) => {
      const calendar = await readCalendar(tx)
      return icalendar(calendar.name, await readEntries(tx, calendar, feed))
    })
    await onPlatform(app.store, system, (tx) => setRead(tx, feed.id))
    return sendCalendar(reply, text, headers['if-none-match'])
  },
}

/** Programs ask every few minutes, so what they have already is not sent again. */
async function sendCalendar(
  reply: FastifyReply,
  text: string,
  known: string | undefined,
): Promise<never> {
  const etag = `"${hash('sha256', text, 'base64url')}"`
  reply.header('etag', etag).header('cache-control', 'private, max-age=300')
  if (known?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag))
    await reply.code(304).send()
  else
    await reply
      .header('content-disposition', 'inline; filename="calendar.ics"')
      .type('text/calendar; charset=utf-8')
      .send(text)
  return undefined as never
}
