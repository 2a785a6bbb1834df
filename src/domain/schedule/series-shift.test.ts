import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, daysBetween, type LocalDate } from '../base/dates.ts'
import { nextOccurrence } from './recurrence.ts'
import { editSeries, endSeries, isDone, isLive, type Series } from './series.ts'
import {
  datesOf,
  done,
  edit,
  inDays,
  monday,
  newId,
  seen,
  segment,
  today,
  touch,
  visit,
  type Seen,
} from './series-test-bed.ts'
import { doneDay, recountSeries, shiftSeries } from './series-shift.ts'
import { imageOf, marksOf, ruleFields, visitFields, undoPlan } from './undo.ts'
import { rounds } from '../../../test/rounds.ts'
import type { Segment, SeriesVisit } from './series-fields.ts'

describe('shiftSeries', () => {
  const shift = (series: Series, original: LocalDate, days: number): Series => {
    const shifted = shiftSeries(series, original, days, newId)
    if (!shifted || 'refused' in shifted) throw new Error('not shifted')
    return shifted
  }
  it.each<[string, Partial<Segment>, number, number[]]>([
    ['weekly', {}, 1, [1, 8, 15, 22]],
    ['every 2 weeks', { pattern: 'every_x_weeks', interval: 2 }, 3, [3, 17, 31]],
    ['twice a week', { weekdays: [1, 6] }, 2, [2, 7, 9, 14]],
    ['further than its interval', {}, 9, [9, 16, 23]],
  ])('%s', (_, given, days, dates) => {
    const series = { segments: [segment(given)], visits: [visit(monday, { date: inDays(days) })] }
    expect(datesOf(shift(series, monday, days)).slice(0, dates.length)).toEqual(dates.map(inDays))
  })

  it('starts after the last visit that has a row', () => {
    const series = {
      segments: [segment()],
      visits: [visit(monday, { date: inDays(1) }), visit(inDays(14), { start_is_own: true })],
    }
    expect(datesOf(shift(series, monday, 1)).slice(0, 5)).toEqual([1, 7, 14, 22, 29].map(inDays))
  })

  it('skips patterns bound to weekdays, and returns nothing when no visits follow', () => {
    const first = { pattern: 'monthly', weekdays: [1], month_week: 1 } as const
    expect(shiftSeries({ segments: [segment(first)], visits: [] }, monday, 1, newId)).toEqual({
      refused: 'bound_to_week_of_month',
    })
    const pair = { pattern: 'every_x_weeks', interval: 2, weekdays: [1, 6] } as const
    expect(shiftSeries({ segments: [segment(pair)], visits: [] }, monday, 1, newId)).toEqual({
      refused: 'several_weekdays',
    })
    expect(
      shiftSeries(
        { segments: [segment({ pattern: 'once', end_date: monday })], visits: [] },
        monday,
        1,
        newId,
      ),
    ).toBeNull()
  })
})

const counted = (given: Partial<Segment> = {}): Segment =>
  segment({ counts_from: 'completion', ...given })
const completed = (date: LocalDate, original: LocalDate = monday) =>
  visit(original, { date, status: 'completed' })
/** The first visit of a series, planned for Monday, was done some days later; today is that day or later. */
function recount(series: Series, days: number, now = inDays(Math.max(days, 0))) {
  const input = { original_date: monday, planned_date: monday, done_on: inDays(days), today: now }
  return recountSeries(series, input, newId)
}
const after = (series: Series): LocalDate[] =>
  seen(series)
    .filter((one) => one.original_date !== monday)
    .map((one) => one.date)

describe('recountSeries', () => {
  it.each<[string, Partial<Segment>, number, (number | LocalDate)[]]>([
    ['weekly, a day late', {}, 1, [8, 15, 22]],
    ['weekly, a day early', { start_date: inDays(-28) }, -1, [6, 13, 20]],
    ['weekly on a chosen weekday', { weekdays: [1] }, 2, [9, 16, 23]],
    ['later than the next date', {}, 9, [16, 23, 30]],
    ['every 3 weeks', { pattern: 'every_x_weeks', interval: 3 }, 4, [25, 46, 67]],
    ['monthly', { pattern: 'monthly' }, 3, ['2026-04-05', '2026-05-05', '2026-06-05']],
    [
      'every 2 months, done on the 31st',
      { pattern: 'every_x_months', interval: 2 },
      29,
      ['2026-05-31', '2026-07-31', '2026-09-30', '2026-11-30'],
    ],
    ['twice a year', { pattern: 'every_6_months' }, 10, ['2026-09-12']],
    [
      'in a season',
      { season_start_month: 4, season_end_month: 10 },
      1,
      ['2026-04-07', '2026-04-14'],
    ],
  ])('%s', (_, given, days, dates) => {
    const start_date = given.start_date ?? monday
    const series = { segments: [counted(given)], visits: [completed(inDays(days))] }
    const moved = recount(series, days)
    if (!moved) throw new Error('not moved')
    const found = after({ ...moved, visits: moved.visits }).filter((date) => date > inDays(days))
    expect(found.slice(0, dates.length)).toEqual(
      dates.map((date) => (typeof date === 'number' ? inDays(date) : date)),
    )
    expect(seen(moved).filter((one) => one.original_date < monday).length).toBe(
      start_date < monday ? 4 : 0,
    )
  })

  it.each<[string, Series, number]>([
    ['done on its day', { segments: [counted()], visits: [completed(monday)] }, 0],
    [
      'a rule that counts from the planned date',
      { segments: [segment()], visits: [completed(inDays(2))] },
      2,
    ],
    [
      'a one-off',
      {
        segments: [counted({ pattern: 'once', end_date: monday })],
        visits: [completed(inDays(2))],
      },
      2,
    ],
    [
      'the last of its series',
      { segments: [counted({ end_date: inDays(3) })], visits: [completed(inDays(2))] },
      2,
    ],
    [
      'a later one is already done',
      { segments: [counted()], visits: [completed(inDays(2)), completed(inDays(7), inDays(7))] },
      2,
    ],
    [
      'a later one is in progress',
      {
        segments: [counted()],
        visits: [completed(inDays(2)), visit(inDays(7), { status: 'in_progress' })],
      },
      2,
    ],
    [
      'an earlier one is still open',
      {
        segments: [counted({ start_date: inDays(-7) })],
        visits: [visit(inDays(-7), { date: inDays(5) }), completed(inDays(2))],
      },
      2,
    ],
    [
      'all following visits were edited individually',
      {
        segments: [counted({ end_date: inDays(8) })],
        visits: [completed(inDays(2)), visit(inDays(7))],
      },
      2,
    ],
  ])('moves nothing: %s', (_, series, days) => {
    expect(recount(series, days)).toBeNull()
  })

  it('each edited visit stays, and takes the place of one date', () => {
    const changed = [
      visit(inDays(7), { start_minutes: 540, start_is_own: true }),
      visit(inDays(21), { status: 'skipped' }),
    ]
    const moved = recount({ segments: [counted()], visits: [completed(inDays(2)), ...changed] }, 2)
    expect(moved && datesOf(moved).slice(1, 7)).toEqual([7, 16, 21, 30, 37, 44].map(inDays))
    expect(moved?.tally.kept).toEqual([
      { original_date: inDays(7), date: inDays(7), reason: 'Changed by hand' },
      { original_date: inDays(21), date: inDays(21), reason: 'Cancelled' },
    ])
  })

  it('no date collides with a visit of the series, by its original date or by where it was moved to', () => {
    const byName = recount(
      {
        segments: [counted()],
        visits: [completed(inDays(7)), visit(inDays(14), { notes: null } as Partial<SeriesVisit>)],
      },
      7,
    )
    expect(byName && datesOf(byName).slice(0, 4)).toEqual([7, 14, 21, 28].map(inDays))
    const moved = recount(
      {
        segments: [counted()],
        visits: [completed(inDays(2)), visit(inDays(14), { date: inDays(9) })],
      },
      2,
    )
    expect(moved && datesOf(moved).slice(0, 4)).toEqual([2, 9, 16, 23].map(inDays))
  })

  it('overdue visits stay, and no date moves before today', () => {
    const late = recount({ segments: [counted()], visits: [completed(inDays(2))] }, 2, inDays(17))
    expect(late && datesOf(late).slice(0, 5)).toEqual([2, 7, 14, 23, 30].map(inDays))
    expect(
      recount(
        { segments: [counted({ start_date: inDays(-28) })], visits: [completed(inDays(-3))] },
        -3,
        inDays(5),
      ),
    ).toBeNull()
  })

  it('a later segment with the same pattern moves along; one with another pattern keeps its start', () => {
    const dearer = done(
      editSeries(
        { segments: [counted()], visits: [] },
        edit({ from: inDays(14), defaults: { price_cents: 9900 } }),
        newId,
      ),
    )
    const moved = recount({ ...dearer, visits: [completed(inDays(1))] }, 1)
    expect(moved && seen(moved).map((one) => [one.date, one.price_cents])).toEqual(
      expect.arrayContaining([
        [inDays(8), 4500],
        [inDays(15), 9900],
      ]),
    )
    expect(moved && datesOf(moved).slice(0, 4)).toEqual([1, 8, 15, 22].map(inDays))
    const sparser = done(
      editSeries(
        { segments: [counted()], visits: [] },
        edit({ from: inDays(14), pattern: { pattern: 'every_x_weeks', interval: 2 } }),
        newId,
      ),
    )
    const cut = recount({ ...sparser, visits: [completed(inDays(3))] }, 3)
    expect(cut && datesOf(cut).slice(0, 4)).toEqual([3, 10, 14, 28].map(inDays))
  })

  it('a visit outside the pattern counts, too', () => {
    const first = recount(
      {
        segments: [counted()],
        visits: [completed(inDays(2)), visit(inDays(7), { start_is_own: true })],
      },
      2,
    )
    if (!first) throw new Error('not moved')
    const ticked = {
      ...first,
      visits: first.visits.map((one) =>
        one.original_date === inDays(7) ? { ...one, status: 'completed' as const } : one,
      ),
    }
    const then = recountSeries(
      ticked,
      { original_date: inDays(7), planned_date: null, done_on: inDays(7), today: inDays(7) },
      newId,
    )
    expect(then && datesOf(then).slice(0, 4)).toEqual([2, 7, 14, 21].map(inDays))
  })

  it('an overdue visit counts when it is done, even if the following dates were already recounted', () => {
    const first = recount({ segments: [counted()], visits: [completed(inDays(2))] }, 2, inDays(17))
    if (!first) throw new Error('not moved')
    const ticked = { ...first, visits: [...first.visits, completed(inDays(18), inDays(7))] }
    const then = recountSeries(
      ticked,
      { original_date: inDays(7), planned_date: inDays(7), done_on: inDays(18), today: inDays(18) },
      newId,
    )
    expect(then && datesOf(then).slice(0, 4)).toEqual([2, 18, 25, 32].map(inDays))
  })

  it('the end date moves along, so that no visit is lost or added', () => {
    const series = { segments: [counted({ end_date: inDays(22) })], visits: [completed(inDays(4))] }
    const moved = recount(series, 4)
    expect(moved && datesOf(moved)).toEqual([4, 11, 18, 25].map(inDays))
    expect(moved?.segments.at(-1)?.end_date).toBe(inDays(26))
  })

  it('is refused for weekdays or a week of the month, from the pattern or the choice', () => {
    const several = { segments: [segment({ weekdays: [1, 4] })], visits: [] }
    const problem = {
      path: 'counts_from',
      message: 'With several weekdays, the next visit counts from the planned date.',
    }
    expect(editSeries(several, edit({ defaults: { counts_from: 'completion' } }), newId)).toEqual({
      problem,
    })
    expect(
      editSeries(
        { segments: [counted()], visits: [] },
        edit({ pattern: { weekdays: [1, 4] } }),
        newId,
      ),
    ).toEqual({ problem })
    const nth = { segments: [segment({ pattern: 'monthly', month_week: 2 })], visits: [] }
    expect(
      editSeries(nth, edit({ from: '2026-04-13', defaults: { counts_from: 'completion' } }), newId),
    ).toMatchObject({ problem: { path: 'counts_from' } })
    expect(
      editSeries(
        { segments: [segment()], visits: [] },
        edit({ defaults: { counts_from: 'completion' } }),
        newId,
      ),
    ).not.toHaveProperty('problem')
  })
})

describe('doneDay', () => {
  it.each([
    ['completed later', inDays(-3), inDays(-3)],
    ['on its day', today, today],
    ['ahead of time', inDays(2), today],
  ])('%s', (_, date, day) => expect(doneDay(date, today)).toBe(day))
})

// ── Random use ────────────────────────────────────────────────────────────────────────────────────────────────

const rule = fc.record({
  pattern: fc.constantFrom(
    'weekly' as const,
    'every_x_weeks' as const,
    'monthly' as const,
    'every_x_months' as const,
  ),
  interval: fc.integer({ min: 1, max: 3 }),
  start_date: fc.integer({ min: -40, max: 20 }).map(inDays),
  end_date: fc.option(fc.integer({ min: 60, max: 120 }).map(inDays), { freq: 3 }),
})
const nth = fc.nat(1000)
const step = fc.oneof(
  fc.record({ act: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 12 }) }),
  fc.record({
    act: fc.constant('move' as const),
    nth: fc.nat(3),
    by: fc.integer({ min: -9, max: 12 }),
  }),
  fc.record({ act: fc.constant('time' as const), nth: fc.nat(4) }),
  fc.record({ act: fc.constant('skip' as const), nth: fc.nat(4) }),
  fc.record({ act: fc.constant('bill' as const), nth: fc.nat(3) }),
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('complete' as const),
      nth: fc.nat(2),
      reopens: fc.boolean(),
    }),
  },
  fc.record({ act: fc.constant('price' as const), nth, from: fc.boolean() }),
  fc.record({ act: fc.constant('end' as const), days: fc.integer({ min: 60, max: 120 }) }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
type State = { series: Series; today: LocalDate; moved: number }

const standing = ({ segments, visits }: Series) => ({
  rules: segments,
  visits: visits.map((row) => ({ ...row, series_id: 's' })),
})
/** Undoes what a completion did to the following visits, as the server does with its rows. */
function putBack(now: Series, before: Series): Series {
  const back = undoPlan(imageOf(standing(before), standing(now)), standing(now))
  const only = (row: object, fields: readonly string[]) =>
    Object.fromEntries(Object.entries(row).filter(([field]) => fields.includes(field)))
  return {
    segments: now.segments.map((one) => ({
      ...one,
      ...(back.removed_rules.includes(one.id) ? { removed_at: 'now' } : {}),
      ...only(back.restored_rules.find((was) => was.id === one.id) ?? {}, ruleFields),
    })),
    visits: now.visits.map((row) => ({
      ...row,
      ...only(
        back.restored_visits.find((was) => was.original_date === row.original_date) ?? {},
        visitFields,
      ),
    })),
  }
}

function take({ series, today: now, moved }: State, one: Step): State {
  const same = { series, today: now, moved }
  if (one.act === 'wait') return { ...same, today: addDays(now, one.days) }
  if (one.act === 'end')
    return {
      ...same,
      series: endSeries(series, addDays(now, one.days), { extend: true, keep_moved: true }),
    }
  const open = seen(series).filter((view) => {
    const row = series.visits.find((other) => other.original_date === view.original_date)
    return view.status === 'scheduled' && !(row && isDone(row)) && view.date >= addDays(now, -30)
  })
  if (one.act === 'price') {
    const from = one.from ? (open[one.nth % (open.length || 1)]?.original_date ?? null) : null
    return {
      ...same,
      series: done(
        editSeries(
          series,
          edit({ from, today: now, defaults: { price_cents: 100 * one.nth } }),
          newId,
        ),
      ),
    }
  }
  const at = open[one.nth]
  if (!at) return same
  if (one.act === 'move')
    return { ...same, series: touch(series, at, { date: addDays(at.date, one.by) }) }
  if (one.act === 'time')
    return { ...same, series: touch(series, at, { start_minutes: 60, start_is_own: true }) }
  if (one.act === 'skip') return { ...same, series: touch(series, at, { status: 'skipped' }) }
  if (one.act === 'bill')
    return { ...same, series: touch(series, at, { invoice_id: 'i', invoice_status: 'draft' }) }
  const ticked = touch(series, at, { status: 'completed' })
  const isPlanned = series.segments.some(
    (part) =>
      isLive(part) && nextOccurrence(part, addDays(at.original_date, -1)) === at.original_date,
  )
  const input = {
    original_date: at.original_date,
    planned_date: isPlanned ? at.original_date : null,
    done_on: doneDay(at.date, now),
    today: now,
  }
  const after = recountSeries(ticked, input, newId)
  if (!after) return { ...same, series: ticked }
  expectWhole(ticked, after, input)
  const back = putBack(after, ticked)
  expect(marksOf(standing(back))).toEqual(marksOf(standing(ticked)))
  expect(seen(back)).toEqual(seen(ticked))
  return {
    ...same,
    series: one.reopens ? touch(back, at, { status: 'scheduled' }) : after,
    moved: moved + 1,
  }
}

/** Invariants after recounting. */
function expectWhole(
  before: Series,
  after: Series,
  input: { original_date: LocalDate; done_on: LocalDate; today: LocalDate },
): void {
  const [was, is] = [seen(before), seen(after)]
  const known = new Set(was.map((view) => view.original_date))
  const find = (list: readonly Seen[], original: LocalDate) =>
    list.find((view) => view.original_date === original)
  // Every row is still there, unchanged.
  for (const row of before.visits)
    expect(find(is, row.original_date)).toEqual(find(was, row.original_date))
  for (const view of was)
    if (view.original_date < input.original_date) expect(find(is, view.original_date)).toEqual(view)
  const isEndless = before.segments.some((one) => isLive(one) && one.end_date === null)
  if (!isEndless) expect(is.length).toBe(was.length)
  const fresh = is.filter((view) => !known.has(view.original_date))
  for (const view of fresh) {
    expect(view.date >= input.today).toBe(true)
    expect(
      is.filter((other) => other.date === view.date && other.status !== 'skipped'),
    ).toHaveLength(1)
  }
  // Dates stay evenly spaced: as many in the next months as the interval implies, plus or minus one.
  if (isEndless) {
    const until = addDays(input.today, 150)
    const many = (list: readonly Seen[]) =>
      list.filter((view) => view.date > input.today && view.date <= until).length
    expect(Math.abs(many(is) - many(was))).toBeLessThanOrEqual(
      2 + Math.ceil(Math.abs(daysBetween(input.original_date, input.done_on)) / 7),
    )
  }
  expect(new Set(after.segments.map((one) => one.id)).size).toBe(after.segments.length)
}

describe('a series that counts from the day of the work, under random use', () => {
  it(
    'many sequences never lose, duplicate or change a completed visit, and undoing a completion leaves no trace',
    { timeout: 120_000 },
    () => {
      let moved = 0
      fc.assert(
        fc.property(rule, fc.array(step, { minLength: 3, maxLength: 10 }), (given, steps) => {
          let state: State = {
            series: {
              segments: [counted({ ...given, anchor_date: given.start_date })],
              visits: [],
            },
            today,
            moved: 0,
          }
          for (const one of steps) state = take(state, one)
          moved += state.moved
        }),
        { numRuns: rounds(10_000) },
      )
      expect(moved).toBeGreaterThan(rounds(2_500))
    },
  )
})
