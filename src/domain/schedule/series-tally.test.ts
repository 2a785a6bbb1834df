import { describe, expect, it } from 'vitest'
import { addDays } from '../base/dates.ts'
import { editSeries, type SeriesEdit } from './series.ts'
import { edit, monday, newId, segment, visit } from './series-test-bed.ts'

const [first, west, north, early] = [0, 7, 14, 21].map((days) => addDays(monday, days)) as [
  string,
  string,
  string,
  string,
]
const visits = [
  visit(first),
  visit(west, { team_id: 'west', team_is_own: true }),
  visit(north, { team_id: 'north', team_is_own: true, invoice_id: 'i', invoice_status: 'draft' }),
  visit(early, { start_minutes: 480, start_is_own: true }),
]

describe('editSeries counts only visits that really change, also when replacing individual values', () => {
  it.each<[string, Partial<SeriesEdit>, (string | undefined)[], number]>([
    ['another team', { defaults: { team_id: 'west' } }, [first, north, early], 0],
    ['the team the series already has', { defaults: { team_id: 'north' } }, [west], 0],
    ['a time one visit already has', { defaults: { start_minutes: 480 } }, [first, west, north], 0],
    ['the price the series already has', { defaults: { price_cents: 4500 } }, [], 0],
    [
      'another price, affecting one invoice',
      { defaults: { price_cents: 5000 } },
      [first, west, north, early],
      1,
    ],
    [
      'a second weekday and the team the series already has',
      { from: monday, defaults: { team_id: 'north' }, pattern: { weekdays: [1, 4] } },
      [west],
      0,
    ],
  ])('%s', (_, given, changed, invoices_affected) => {
    const outcome = editSeries(
      { segments: [segment()], visits },
      edit({ replace_changed: true, ...given }),
      newId,
    )
    expect('tally' in outcome && outcome.tally).toMatchObject({
      changed: changed.map((original_date) => ({ original_date })),
      invoices_affected,
    })
  })
})
