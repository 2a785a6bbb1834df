import type { tips } from '../../../api/tips.ts'
import type { Handlers } from '../../base/call.ts'
import { csvFile } from '../../base/kit/csv.ts'
import { invalid } from '../../base/kit/refusals.ts'
import { readTipShares, takesTips, type TipShare } from './read.ts'

const columns = ['date', 'person', 'email', 'team', 'customer', 'tip']

export const tipHandlers: Handlers<typeof tips> = {
  'GET /api/owner/tips': async ({ readOrg, query: { from, to, format }, reply }) => {
    if (from > to) throw invalid({ from: 'The first day is after the last.' })
    const { shares, is_on } = await readOrg(async (tx) => ({
      shares: await readTipShares(tx, { from, to }),
      is_on: await takesTips(tx),
    }))
    if (format !== 'csv') return { is_on, ...byPerson(shares) }
    const rows = shares.map((one) => [
      one.day,
      one.person,
      one.email,
      one.team,
      one.customer,
      { cents: one.tip_cents },
    ])
    await reply
      .header('content-disposition', `attachment; filename="tips-${from}-to-${to}.csv"`)
      .header('cache-control', 'no-store')
      .type('text/csv; charset=utf-8')
      .send(csvFile(columns, rows))
    return undefined as never
  },
}

function byPerson(shares: readonly TipShare[]) {
  const rows = [
    ...Map.groupBy(shares, ({ team, person_id }) => `${team} ${person_id}`).values(),
  ].map((own) => ({
    team: own[0]!.team,
    person_id: own[0]!.person_id,
    person: own[0]!.person,
    payments: own.length,
    tip_cents: sumOf(own),
  }))
  return {
    rows: rows.toSorted(
      (a, b) => (a.team ?? '').localeCompare(b.team ?? '') || b.tip_cents - a.tip_cents,
    ),
    total_cents: sumOf(shares),
  }
}

const sumOf = (shares: readonly TipShare[]): number =>
  shares.reduce((sum, { tip_cents }) => sum + tip_cents, 0)
