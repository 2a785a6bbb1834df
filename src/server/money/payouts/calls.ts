import type { payouts } from '../../../api/payouts.ts'
import { todayIn } from '../../../domain/base/dates.ts'
import type { Handlers } from '../../base/call.ts'
import { csvFile } from '../../base/kit/csv.ts'
import { readTimeZone } from '../../base/organizations/read.ts'
import { payoutColumns, payoutCsvRow, readPayout, readPayoutLines, readPayouts } from './read.ts'

export const payoutHandlers: Handlers<typeof payouts> = {
  'GET /api/owner/payouts': ({ readOrg, query }) => readOrg((tx) => readPayouts(tx, query)),

  'GET /api/owner/payouts/{id}': ({ readOrg, params }) =>
    readOrg(async (tx) => ({
      payout: await readPayout(tx, params.id),
      lines: await readPayoutLines(tx, params.id),
    })),

  'GET /api/owner/payouts/{id}/export': async ({ readOrg, params, reply }) => {
    const { payout, lines, zone } = await readOrg(async (tx) => ({
      payout: await readPayout(tx, params.id),
      lines: await readPayoutLines(tx, params.id),
      zone: await readTimeZone(tx),
    }))
    const rows = lines.map((line) => payoutCsvRow(line, todayIn(zone, line.made_at)))
    await reply
      .header('content-disposition', `attachment; filename="payout-${payout.arrival_date}.csv"`)
      .header('cache-control', 'no-store')
      .type('text/csv; charset=utf-8')
      .send(csvFile(payoutColumns, rows))
    return undefined as never
  },
}
