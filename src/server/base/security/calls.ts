import type { securityLog } from '../../../api/security-log.ts'
import type { Handlers } from '../call.ts'
import { byId, pageOf } from '../kit/page.ts'
import { readSubject } from './subject.ts'
import { readPlatformActs, readSecurityEvents, readSignIns } from './read.ts'

export const securityLogHandlers: Handlers<typeof securityLog> = {
  'GET /api/admin/security-events': ({ readPlatform, query: { cursor, limit, ...filter } }) =>
    readPlatform(async (tx) => {
      const rows = await readSecurityEvents(tx, filter, { after: cursor, limit: limit + 1 })
      const { page, next_cursor } = pageOf(rows, limit, byId)
      return { entries: page, next_cursor }
    }),

  'GET /api/admin/audit': ({ readPlatform, query: { cursor, limit, ...filter } }) =>
    readPlatform(async (tx) => {
      const rows = await readPlatformActs(tx, filter, { after: cursor, limit: limit + 1 })
      const { page, next_cursor } = pageOf(rows, limit, byId)
      return { entries: page, next_cursor }
    }),

  'GET /api/me/sign-ins': ({ app, actor, readPlatform, query: { cursor, limit } }) =>
    readPlatform(async (tx) => {
      const account_id = await readSubject(tx, app, actor.person_id)
      const rows = account_id
        ? await readSignIns(tx, account_id, { after: cursor, limit: limit + 1 })
        : []
      const { page, next_cursor } = pageOf(rows, limit, byId)
      return { sign_ins: page, next_cursor }
    }),
}
