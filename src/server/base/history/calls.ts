import type { history } from '../../../api/history.ts'
import type { Handlers } from '../call.ts'
import { csvFile } from '../kit/csv.ts'
import { byId, pageOf } from '../kit/page.ts'
import { readHistory } from './read.ts'
import { readRecordChanges } from './read-changes.ts'

const mostRows = 20_000
const head = ['When', 'Who', 'By support', 'What', 'Of', 'Changes', 'Refused', 'From address']

export const historyHandlers: Handlers<typeof history> = {
  'GET /api/owner/audit': ({ readOrg, query: { cursor, limit, ...filter } }) =>
    readOrg(async (tx) => {
      const rows = await readHistory(tx, filter, { after: cursor, limit: limit + 1 })
      const { page, next_cursor } = pageOf(rows, limit, byId)
      return { entries: page, next_cursor }
    }),

  'GET /api/owner/record-changes': ({ readOrg, query: { cursor, limit, record, id } }) =>
    readOrg(async (tx) => {
      const rows = await readRecordChanges(tx, { record, id }, { after: cursor, limit: limit + 1 })
      const { page, next_cursor } = pageOf(rows, limit, byId)
      return { entries: page, next_cursor }
    }),

  'GET /api/owner/audit/export': async ({ readOrg, query, reply }) => {
    const entries = await readOrg((tx) => readHistory(tx, query, { limit: mostRows }))
    const rows = entries.map(({ at, person, by_support, act, entity_id, changes, refused, ip }) => [
      at,
      person?.name ?? '',
      by_support ? 'yes' : '',
      act,
      entity_id,
      changes.map(({ field, from, to }) => `${field}: ${from ?? ''} -> ${to ?? ''}`).join('; '),
      refused,
      ip,
    ])
    await reply
      .header('content-disposition', 'attachment; filename="history.csv"')
      .header('cache-control', 'no-store')
      .type('text/csv; charset=utf-8')
      .send(csvFile(head, rows))
    return undefined as never
  },
}
