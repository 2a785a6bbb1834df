import { expect, it } from 'vitest'
import { done, edit, inDays, monday, newId, segment, visit } from './series-test-bed.ts'
import { editSeries, isLive } from './series.ts'

it('a new weekday keeps the prices and teams planned for later, and says which later pattern goes', () => {
  const later = { start_date: inDays(28), anchor_date: monday }
  const given = {
    segments: [
      segment({ end_date: inDays(27) }),
      segment({ ...later, id: 'b', price_cents: 7000, end_date: inDays(55) }),
      segment({ ...later, id: 'c', start_date: inDays(56), team_id: 'south', price_cents: 7000 }),
    ],
    visits: [visit(inDays(35), { rule_id: 'b', price_cents: 100, price_is_own: true })],
  }
  const input = edit({ from: inDays(7), pattern: { pattern: 'weekly', weekdays: [1, 3] } })
  const outcome = done(editSeries(given, input, newId))
  const live = outcome.segments.filter(isLive)
  expect(
    live.map(({ start_date, end_date, price_cents, team_id, weekdays }) => [
      start_date,
      end_date,
      price_cents,
      team_id,
      weekdays,
    ]),
  ).toEqual([
    [monday, inDays(6), 4500, 'north', null],
    [inDays(7), inDays(27), 4500, 'north', [1, 3]],
    [inDays(28), inDays(55), 7000, 'north', [1, 3]],
    [inDays(56), null, 7000, 'south', [1, 3]],
  ])
  expect(outcome.tally.lost).toEqual([])
  expect(outcome.visits).toMatchObject([{ rule_id: live[2]!.id, price_cents: 100 }])
  // The same edit again changes nothing.
  const again = done(editSeries(outcome, input, newId))
  expect(again.segments).toEqual(outcome.segments)
  const other = done(
    editSeries(
      {
        segments: [
          segment({ end_date: inDays(27) }),
          segment({ ...later, id: 'b', pattern: 'every_x_weeks', interval: 2 }),
        ],
        visits: [],
      },
      input,
      newId,
    ),
  )
  expect(other.tally.lost).toMatchObject([{ start_date: inDays(28), interval: 2 }])
  expect(other.segments.filter(isLive)).toHaveLength(2)
})
