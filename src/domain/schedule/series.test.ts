import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, type LocalDate } from '../base/dates.ts'
import { type Pattern } from '../base/cadence.ts'
import { expand } from './recurrence.ts'
import {
  editSeries,
  endSeries,
  isDone,
  isLive,
  nothing,
  type Series,
  type SeriesEdit,
  type Tally,
} from './series.ts'
import { restart } from './series-plans.ts'
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
import { shiftSeries } from './series-shift.ts'
import { imageOf, marksOf, ruleFields, spanStart, visitFields, undoPlan } from './undo.ts'
import { rounds } from '../../../test/rounds.ts'
import type { Segment, SeriesVisit } from './series-fields.ts'

describe('editSeries', () => {
  it('following: cuts the series at the visit; what came before stays', () => {
    const edited = done(
      editSeries(
        { segments: [segment()], visits: [] },
        edit({ from: inDays(14), defaults: { start_minutes: 600 } }),
        newId,
      ),
    )
    expect(edited.segments.map((one) => [one.start_date, one.end_date, one.start_minutes])).toEqual(
      [
        [monday, inDays(13), null],
        [inDays(14), null, 600],
      ],
    )
    expect(edited.tally).toEqual(nothing())
  })

  it('changes nothing when everything is so already, so that a repeat is harmless', () => {
    const series = { segments: [segment()], visits: [visit(monday, { status: 'completed' })] }
    const edited = done(
      editSeries(series, edit({ defaults: { team_id: 'north', price_cents: 4500 } }), newId),
    )
    expect({ segments: edited.segments, visits: edited.visits }).toEqual(series)
  })

  it.each<[string, Partial<SeriesVisit>, string]>([
    ['completed', { status: 'completed' }, 'Completed'],
    ['running', { status: 'in_progress' }, 'In progress'],
    ['being paid', { invoice_id: 'i', invoice_status: 'processing' }, 'Payment in progress'],
    ['paid', { invoice_id: 'i', invoice_status: 'paid' }, 'Already paid'],
    [
      'of a closed invoice',
      { invoice_id: 'i', invoice_status: 'refunded' },
      'Its invoice is closed',
    ],
    ['cancelled', { status: 'skipped' }, 'Cancelled'],
    ['with a team of its own', { team_id: 'south', team_is_own: true }, 'Keeps its own team'],
    [
      'with a team and a time',
      { team_id: 'south', team_is_own: true, start_minutes: 5, start_is_own: true },
      'Keeps its own time and team',
    ],
  ])('keeps a visit that is %s, and says why', (_, given, reason) => {
    const series = { segments: [segment()], visits: [visit(inDays(7), given)] }
    const edited = done(
      editSeries(series, edit({ defaults: { team_id: 'west', start_minutes: 540 } }), newId),
    )
    expect(edited.tally.kept).toEqual([{ original_date: inDays(7), date: inDays(7), reason }])
    expect(seen(edited).find((one) => one.original_date === inDays(14))).toMatchObject({
      team_id: 'west',
      start_minutes: 540,
    })
  })

  it('a visit that is done keeps its notes and its place, though they belong to the rule', () => {
    const series = {
      segments: [segment({ notes: 'Gate code 1' })],
      visits: [visit(monday, { status: 'completed' })],
    }
    const edited = done(editSeries(series, edit({ defaults: { notes: 'Gate code 2' } }), newId))
    expect(
      seen(edited)
        .slice(0, 2)
        .map((one) => one.notes),
    ).toEqual(['Gate code 1', 'Gate code 2'])
  })

  it('replaces what single visits chose only on request, and counts the bills a new price touches', () => {
    const series = {
      segments: [segment()],
      visits: [
        visit(monday, {
          price_cents: 1,
          price_is_own: true,
          invoice_id: 'i',
          invoice_status: 'draft',
        }),
      ],
    }
    const edited = done(
      editSeries(series, edit({ defaults: { price_cents: 5000 }, replace_changed: true }), newId),
    )
    expect(edited.tally).toMatchObject({
      changed: [{ original_date: monday }],
      invoices_affected: 1,
    })
    expect(seen(edited)[0]).toMatchObject({ price_cents: 5000 })
  })

  it('names the visits that chose for themselves, replaced or not, and no others', () => {
    const team = { team_id: 'south', team_is_own: true }
    const visits = [
      visit(monday, { ...team, status: 'completed' }),
      visit(inDays(7), team),
      visit(inDays(14), { start_minutes: 5, start_is_own: true }),
      visit(inDays(21), { ...team, status: 'skipped' }),
      visit(inDays(28), team),
      visit(inDays(35), { ...team, date: inDays(36) }),
    ]
    const named = (given: Partial<SeriesEdit>) =>
      done(
        editSeries(
          { segments: [segment()], visits },
          edit({ defaults: { team_id: 'west' }, ...given }),
          newId,
        ),
      ).tally.own.map((one) => one.original_date)
    const three = [7, 28, 35].map(inDays)
    expect([
      named({}),
      named({ replace_changed: true }),
      named({ defaults: { team_id: 'north' } }),
    ]).toEqual([three, three, three])
    expect(named({ from: inDays(14) })).toEqual([28, 35].map(inDays))
    expect(named({ end_date: inDays(30) })).toEqual([7, 28].map(inDays).concat(inDays(35)))
    expect(named({ pattern: { pattern: 'every_x_weeks', interval: 2 } })).toEqual([inDays(28)])
    expect(named({ defaults: { notes: 'Dog' } })).toEqual([])
  })

  it('a new pattern begins at the first visit it replaces: every 2 weeks on Mondays, whatever day it is decided', () => {
    const edited = done(
      editSeries(
        { segments: [segment()], visits: [] },
        edit({ today: inDays(2), pattern: { pattern: 'every_x_weeks', interval: 2 } }),
        newId,
      ),
    )
    expect(datesOf(edited, inDays(40))).toEqual([0, 7, 21, 35].map(inDays))
  })

  it.each<[string, Partial<SeriesVisit>, Partial<SeriesEdit>, boolean]>([
    ['goes', { date: inDays(8) }, {}, false],
    ['stays on request', { date: inDays(8) }, { keep_changed: true }, true],
    ['stays when it has a bill', { invoice_id: 'i', invoice_status: 'draft' }, {}, true],
    ['stays when it is done', { status: 'completed' }, {}, true],
  ])('a changed visit whose date the new pattern lacks %s', (_, given, input, stays) => {
    const series = { segments: [segment()], visits: [visit(inDays(7), given)] }
    const edited = done(
      editSeries(
        series,
        edit({ pattern: { pattern: 'every_x_weeks', interval: 2 }, ...input }),
        newId,
      ),
    )
    expect(seen(edited).some((one) => one.original_date === inDays(7))).toBe(stays)
    expect([edited.tally.kept.length, edited.tally.dropped.length]).toEqual(stays ? [1, 0] : [0, 1])
  })

  it('a visit kept for a later segment is not reached from a date after it, but with all it is', () => {
    const series = { segments: [segment()], visits: [visit(inDays(7), { date: inDays(8) })] }
    const kept = done(
      editSeries(
        series,
        edit({ pattern: { pattern: 'monthly' }, start_date: inDays(30), keep_changed: true }),
        newId,
      ),
    )
    const notesOf = (given: Series) =>
      seen(given).find((one) => one.original_date === inDays(7))?.notes
    const following = done(
      editSeries(kept, edit({ from: inDays(14), defaults: { notes: 'Dog' } }), newId),
    )
    expect([notesOf(following), seen(following).at(-1)?.notes]).toEqual([null, 'Dog'])
    expect(notesOf(done(editSeries(following, edit({ defaults: { notes: 'Gate' } }), newId)))).toBe(
      'Gate',
    )
  })

  it.each<[string, Partial<SeriesEdit>]>([
    [
      'from a visit on',
      {
        from: inDays(7),
        pattern: { pattern: 'every_x_weeks', interval: 2 },
        defaults: { team_id: 'south' },
      },
    ],
    ['everything', { today: inDays(2), pattern: { pattern: 'weekly', weekdays: [5] } }],
    [
      'months from the 31st',
      { from: '2026-02-28', pattern: { pattern: 'every_x_months', interval: 3 } },
    ],
  ])('asked twice, a new pattern is one: %s', (_, input) => {
    const start =
      input.from === '2026-02-28' ? { pattern: 'monthly' as const, start_date: '2026-01-31' } : {}
    const first = done(editSeries({ segments: [segment(start)], visits: [] }, edit(input), newId))
    const again = done(editSeries(first, edit(input), newId))
    expect(again.segments).toEqual(first.segments)
  })

  it('a form sent whole, its pattern as it was, changes only what differs', () => {
    const series = {
      segments: [segment({ weekdays: [1, 4] })],
      visits: [visit(inDays(3), { date: inDays(4) })],
    }
    const pattern = {
      pattern: 'every_x_weeks',
      interval: 1,
      weekdays: [1, 4],
      month_week: null,
    } as const
    const edited = done(
      editSeries(series, edit({ pattern, defaults: { start_minutes: 600 } }), newId),
    )
    expect(edited.segments).toEqual([{ ...series.segments[0], start_minutes: 600 }])
  })

  it('a one-off becomes a series for a year, and a series a one-off', () => {
    const once = segment({ pattern: 'once', end_date: monday })
    const weekly = done(
      editSeries({ segments: [once], visits: [] }, edit({ pattern: { pattern: 'weekly' } }), newId),
    )
    expect(weekly.segments.find(isLive)).toMatchObject({
      pattern: 'weekly',
      end_date: '2027-03-02',
    })
    const single = done(
      editSeries(weekly, edit({ from: inDays(7), pattern: { pattern: 'once' } }), newId),
    )
    expect(datesOf(single)).toEqual([monday, inDays(7)])
  })

  it('refuses a pattern that begins before its visit, or ends before it begins', () => {
    const series = { segments: [segment()], visits: [] }
    expect(
      editSeries(
        series,
        edit({ from: inDays(7), pattern: { pattern: 'monthly' }, start_date: inDays(6) }),
        newId,
      ),
    ).toEqual({
      problem: {
        path: 'start_date',
        message: 'The new pattern cannot start before the visit it begins with.',
      },
    })
    expect(
      editSeries(
        series,
        edit({ from: inDays(7), pattern: { pattern: 'monthly' }, end_date: today }),
        newId,
      ),
    ).toEqual({
      problem: { path: 'end_date', message: 'The end date is before the start date' },
    })
    expect(
      editSeries(
        endSeries(series, inDays(-1), { extend: false, keep_moved: true }),
        edit({ pattern: { pattern: 'monthly' } }),
        newId,
      ),
    ).toEqual({
      problem: { path: 'rule_id', message: 'This series has ended.' },
    })
  })
})

describe('restart', () => {
  it.each<[string, Partial<Segment>, Pattern, number, LocalDate, LocalDate[]]>([
    [
      'the 31st stays the last day',
      { pattern: 'monthly', start_date: '2026-01-31' },
      'every_x_months',
      3,
      '2026-02-28',
      ['2026-02-28', '2026-05-31', '2026-08-31'],
    ],
    [
      'the 30th too',
      { pattern: 'monthly', start_date: '2026-01-30' },
      'every_x_months',
      2,
      '2026-02-28',
      ['2026-02-28', '2026-04-30', '2026-06-30'],
    ],
    [
      'a plain day',
      { pattern: 'monthly', start_date: '2026-01-15' },
      'every_x_months',
      2,
      '2026-02-15',
      ['2026-02-15', '2026-04-15', '2026-06-15'],
    ],
    [
      'a week becomes a month',
      { start_date: monday },
      'monthly',
      1,
      inDays(7),
      ['2026-03-09', '2026-04-09', '2026-05-09'],
    ],
    [
      'a month becomes weeks',
      { pattern: 'monthly', start_date: '2026-01-31' },
      'every_x_weeks',
      2,
      '2026-02-28',
      ['2026-02-28', '2026-03-14', '2026-03-28'],
    ],
    [
      'a leap day',
      { pattern: 'monthly', start_date: '2028-02-29' },
      'every_x_months',
      12,
      '2029-02-28',
      ['2029-02-28', '2030-02-28'],
    ],
  ])('%s', (_, given, pattern, interval, from, dates) => {
    const old = segment(given)
    const next = { ...old, pattern, interval, ...restart(old, { ...old, pattern, interval }, from) }
    expect(expand(next, from, addDays(from, 365 * 1.5)).slice(0, dates.length)).toEqual(dates)
  })
})

describe('endSeries', () => {
  it('drops what comes after, keeps what is done, billed or moved there, and extends only on request', () => {
    const series = {
      segments: [segment({ end_date: inDays(40) })],
      visits: [
        visit(inDays(14), { start_is_own: true }),
        visit(inDays(21), { date: inDays(22) }),
        visit(inDays(28), { status: 'completed' }),
        visit(inDays(35), { invoice_id: 'i', invoice_status: 'draft' }),
      ],
    }
    const ended = endSeries(series, inDays(10), { extend: false, keep_moved: true })
    expect(ended.tally.dropped).toEqual([{ original_date: inDays(14), date: inDays(14) }])
    expect(ended.tally.kept.map((one) => one.reason)).toEqual([
      'Moved by hand',
      'Completed',
      'Has an invoice',
    ])
    expect(datesOf(ended)).toEqual([0, 7, 22, 28, 35].map(inDays))
    expect(endSeries(series, inDays(60), { extend: false, keep_moved: true }).segments).toEqual(
      series.segments,
    )
    expect(
      datesOf(endSeries(series, inDays(50), { extend: true, keep_moved: true }), inDays(60)).at(-1),
    ).toBe(inDays(49))
  })
})

const weekPattern = fc.record({
  pattern: fc.constant('every_x_weeks' as const),
  interval: fc.integer({ min: 1, max: 4 }),
})
const manyDays = fc.record({
  pattern: fc.constant('weekly' as const),
  weekdays: fc.uniqueArray(fc.nat(6), { minLength: 1, maxLength: 4 }),
})
const monthPattern = fc.record({
  pattern: fc.constant('every_x_months' as const),
  interval: fc.integer({ min: 1, max: 6 }),
})
const defaults = fc.record(
  {
    team_id: fc.constantFrom('north', 'south', null),
    start_minutes: fc.constantFrom(null, 480, 600),
    price_cents: fc.constantFrom(null, 0, 4500, 9900),
    notes: fc.constantFrom(null, 'Dog', 'Gate'),
    location_id: fc.constantFrom(null, 'barn'),
    duration_minutes: fc.constantFrom(null, 30),
    billing_mode: fc.constantFrom('per_visit' as const, 'per_period' as const, 'none' as const),
    skips_closed: fc.boolean(),
    counts_from: fc.constantFrom('schedule' as const, 'completion' as const),
    buffer_days: fc.constantFrom(null, 0, 4),
  },
  { requiredKeys: [] },
)
const pick = fc.nat(1000)
const own = fc.constantFrom<Partial<SeriesVisit>>(
  {},
  { team_id: 'west', team_is_own: true },
  { price_cents: 7, price_is_own: true },
  { duration_minutes: 45, duration_is_own: true },
)
const step = fc.oneof(
  fc.record({ act: fc.constant('move' as const), pick, by: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ act: fc.constant('time' as const), pick, minutes: fc.constantFrom(60, 600), own }),
  fc.record({ act: fc.constant('complete' as const), pick }),
  fc.record({
    act: fc.constant('bill' as const),
    pick,
    status: fc.constantFrom('draft' as const, 'paid' as const, 'processing' as const),
  }),
  fc.record({ act: fc.constant('skip' as const), pick }),
  fc.record({
    act: fc.constant('default' as const),
    pick: fc.option(pick),
    defaults,
    replace_changed: fc.boolean(),
  }),
  fc.record({
    act: fc.constant('default' as const),
    pick: fc.option(pick),
    defaults,
    replace_changed: fc.boolean(),
  }),
  fc.record({
    act: fc.constant('pattern' as const),
    pick: fc.option(pick),
    pattern: fc.oneof(weekPattern, manyDays, monthPattern),
    keep_changed: fc.boolean(),
    defaults,
  }),
  fc.record({
    act: fc.constant('pause' as const),
    pick,
    from: fc.integer({ min: 1, max: 30 }),
    days: fc.option(fc.integer({ min: 1, max: 30 })),
  }),
  fc.record({ act: fc.constant('end' as const), pick, extend: fc.boolean() }),
  fc.record({ act: fc.constant('shift' as const), pick, by: fc.integer({ min: 1, max: 14 }) }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const firstRule = fc.record({
  pattern: fc.constantFrom('weekly' as const, 'every_x_weeks' as const, 'monthly' as const),
  interval: fc.integer({ min: 1, max: 3 }),
  start_date: fc.integer({ min: -90, max: 30 }).map(inDays),
  end_date: fc.option(fc.integer({ min: 120, max: 320 }).map(inDays)),
})

const byOriginal = (list: readonly Seen[]): Map<LocalDate, Seen> =>
  new Map(list.map((one) => [one.original_date, one]))

const pickOf = (list: readonly Seen[], { pick: nth }: Step): Seen | undefined =>
  list.length ? list[(nth ?? 0) % list.length] : undefined

/** Pauses belong to the segments; the server adds them. */
const paused = (series: Series, { from, days }: { from: number; days: number | null }): Series => ({
  ...series,
  segments: series.segments.map((one) =>
    isLive(one)
      ? Object.assign(
          { ...one },
          {
            pauses: [{ from: inDays(from), resume_on: days && inDays(from + days), reason: null }],
          },
        )
      : one,
  ),
})

/** One step, and its invariants. */
function take(series: Series, one: Step): Series {
  const before = seen(series)
  const at = pickOf(before, one)
  if (!at) return series
  const row = series.visits.find((other) => other.original_date === at.original_date)
  const open = at.status === 'scheduled' && !(row && isDone(row))
  if (one.act === 'move')
    return open ? touch(series, at, { date: addDays(at.date, one.by) }) : series
  if (one.act === 'time')
    return open
      ? touch(series, at, { start_minutes: one.minutes, start_is_own: true, ...one.own })
      : series
  if (one.act === 'complete') return open ? touch(series, at, { status: 'completed' }) : series
  if (one.act === 'bill')
    return open ? touch(series, at, { invoice_id: 'i', invoice_status: one.status }) : series
  if (one.act === 'skip')
    return open && !row?.invoice_id ? touch(series, at, { status: 'skipped' }) : series
  if (one.act === 'pause') return paused(series, one)
  const from =
    one.pick === null || one.act === 'end' || one.act === 'shift' ? null : at.original_date
  const after = ((): Series & { tally?: Tally } => {
    if (one.act === 'default') {
      const edited = editSeries(
        series,
        edit({ from, defaults: one.defaults, replace_changed: one.replace_changed }),
        newId,
      )
      // Several weekdays cannot count from the day the work is done.
      return 'problem' in edited ? series : edited
    }
    if (one.act === 'end')
      return endSeries(series, at.date, { extend: one.extend, keep_moved: true })
    if (one.act === 'shift') {
      if (!open) return series
      const moved = touch(series, at, { date: addDays(at.date, one.by) })
      const shifted = shiftSeries(moved, at.original_date, one.by, newId)
      return shifted === null || 'refused' in shifted ? moved : shifted
    }
    const outcome = editSeries(
      series,
      edit({ from, pattern: one.pattern, defaults: one.defaults, keep_changed: one.keep_changed }),
      newId,
    )
    return 'problem' in outcome ? series : outcome
  })()

  const then = byOriginal(seen(after))
  const rowsAfter = new Map(after.visits.map((other) => [other.original_date, other]))
  for (const other of series.visits) {
    const known = before.find((view) => view.original_date === other.original_date)
    // Done visits keep their date, team, time, price and notes.
    if (isDone(other)) expect(then.get(other.original_date)).toEqual(known)
    if (!rowsAfter.has(other.original_date))
      expect(after.tally?.dropped).toContainEqual({
        original_date: other.original_date,
        date: other.date,
      })
    if (other.invoice_id !== null) expect(rowsAfter.has(other.original_date)).toBe(true)
  }
  if (one.act === 'default') {
    expect([...then.keys()]).toEqual(before.map((view) => view.original_date))
    for (const view of before) {
      const now = then.get(view.original_date)
      expect(now).toMatchObject({ date: view.date, status: view.status })
      if (from !== null && view.original_date < from) expect(now).toEqual(view)
    }
  }
  if (one.act === 'pattern') {
    const start = from ?? today
    // Setting the existing pattern changes nothing, so all open visits are edited, even past ones.
    const begun = after.segments.some(
      (other) => isLive(other) && !series.segments.some((known) => known.id === other.id),
    )
    if (begun)
      for (const view of before)
        if (view.original_date < start) expect(then.get(view.original_date)).toEqual(view)
    if (one.keep_changed)
      for (const other of series.visits) expect(rowsAfter.has(other.original_date)).toBe(true)
  }
  if (one.act === 'end') {
    // A longer series picks up visits left over from a removed segment.
    const leftOver = new Set(
      series.visits
        .filter(
          (other) => !series.segments.some((part) => isLive(part) && part.id === other.rule_id),
        )
        .map((other) => other.original_date),
    )
    for (const view of before.filter((known) => known.original_date <= at.date)) {
      const { date, status } = view
      expect(then.get(view.original_date)).toMatchObject(
        leftOver.has(view.original_date) ? { date, status } : view,
      )
    }
  }
  return after
}

/** The part of a series an edit may change. */
type Span = { from: LocalDate | null; to: LocalDate | null; with_rules: boolean }
const whole: Span = { from: null, to: null, with_rules: true }
function spanOf(series: Series, one: Step): Span | null {
  const at = pickOf(seen(series), one)
  // Completing and billing have their own undo.
  if (!at || one.act === 'complete' || one.act === 'bill') return null
  const { original_date } = at
  if (one.act === 'move' || one.act === 'time' || one.act === 'skip')
    return { from: original_date, to: original_date, with_rules: false }
  if (one.act === 'shift') return { ...whole, from: original_date }
  if (one.act === 'end') return { ...whole, from: one.extend ? null : addDays(at.date, 1) }
  return { ...whole, from: spanStart(series, one.pick === null ? null : original_date, undefined) }
}

const isIn = ({ from, to }: Span, { original_date }: SeriesVisit): boolean =>
  (from === null || original_date >= from) && (to === null || original_date <= to)
const standing = ({ segments, visits }: Series, span: Span) => ({
  rules: span.with_rules ? segments : [],
  visits: visits.filter((row) => isIn(span, row)).map((row) => ({ ...row, series_id: 's' })),
})
type OpenEdit = {
  span: Span
  image: ReturnType<typeof imageOf<Segment, SeriesVisit & { series_id: string }>>
  before: string[]
  after: string[]
}
const editBetween = (before: Series, after: Series, span: Span): OpenEdit => {
  const [was, is] = [standing(before, span), standing(after, span)]
  return { span, image: imageOf(was, is), before: marksOf(was), after: marksOf(is) }
}

/** Does in memory what the server does with rows. */
function putBack(series: Series, { span, image }: OpenEdit): Series {
  const back = undoPlan(image, standing(series, span))
  const fieldsOf = (row: object, fields: readonly string[]) =>
    Object.fromEntries(Object.entries(row).filter(([field]) => fields.includes(field)))
  const named = (list: readonly { original_date: LocalDate }[], row: SeriesVisit) =>
    list.find((one) => one.original_date === row.original_date)
  return {
    segments: series.segments.map((one) => ({
      ...one,
      ...(back.removed_rules.includes(one.id) ? { removed_at: 'now' } : {}),
      ...fieldsOf(back.restored_rules.find((was) => was.id === one.id) ?? {}, ruleFields),
    })),
    visits: [
      ...series.visits
        .filter((row) => !named(back.deleted_visits, row))
        .map((row) => ({
          ...row,
          ...fieldsOf(named(back.restored_visits, row) ?? {}, visitFields),
        })),
      ...back.inserted_visits,
    ],
  }
}

/** Undoes edits, last one first; later changes and everything the edits did not touch stay. */
function putAllBack(series: Series, edits: readonly OpenEdit[]): number {
  let now = series
  let overtaken = 0
  for (const one of edits.toReversed()) {
    if (marksOf(standing(now, one.span)).join() !== one.after.join()) {
      overtaken++
      continue
    }
    const outside = (all: Series) =>
      all.visits
        .filter((row) => !isIn(one.span, row))
        .toSorted((a, b) => (a.original_date < b.original_date ? -1 : 1))
    const before = outside(now)
    now = putBack(now, one)
    expect(marksOf(standing(now, one.span))).toEqual(one.before)
    expect(outside(now)).toEqual(before)
    seen(now)
  }
  return edits.length - overtaken
}

describe('a series under random edits', () => {
  it('lose and double no visit, change none that is done, keep every name, and are taken back to the letter', () => {
    let edits = 0
    let in_a_row = 0
    fc.assert(
      fc.property(firstRule, fc.array(step, { minLength: 6, maxLength: 14 }), (given, steps) => {
        let series: Series = {
          segments: [
            Object.assign(segment({ ...given, anchor_date: given.start_date }), { pauses: [] }),
          ],
          visits: [],
        }
        const open: OpenEdit[] = []
        for (const one of steps) {
          const span = spanOf(series, one)
          const after = take(series, one)
          if (span) {
            const made = editBetween(series, after, span)
            const back = putBack(after, made)
            expect(marksOf(standing(back, whole))).toEqual(marksOf(standing(series, whole)))
            expect(byOriginal(seen(back))).toEqual(byOriginal(seen(series)))
            open.push(made)
            edits++
          }
          series = after
        }
        in_a_row += putAllBack(series, open)
        expect(new Set(series.segments.map((one) => one.id)).size).toBe(series.segments.length)
        expect(new Set(series.visits.map((one) => one.original_date)).size).toBe(
          series.visits.length,
        )
      }),
      { numRuns: rounds(1_400) },
    )
    expect(edits).toBeGreaterThan(rounds(5_000))
    expect(in_a_row).toBeGreaterThan(rounds(2_000))
  })

  it('two edits that reach different visits agree in either order', () => {
    fc.assert(
      fc.property(
        firstRule,
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 1, max: 10 }),
        defaults,
        defaults,
        (given, a, b, one, other) => {
          const series: Series = {
            segments: [segment({ ...given, anchor_date: given.start_date })],
            visits: [],
          }
          const dates = seen(series).map((view) => view.original_date)
          const [early, late] = [dates[Math.min(a, b)], dates[a === b ? a + 1 : Math.max(a, b)]]
          if (early === undefined || late === undefined) return
          const touched = (to: Series): Series => {
            const at = seen(to).find((view) => view.original_date === early)
            return at
              ? touch(to, at, {
                  start_minutes: 61,
                  start_is_own: true,
                  price_cents: 7,
                  price_is_own: true,
                })
              : to
          }
          const following = (to: Series): Series =>
            done(editSeries(to, edit({ from: late, defaults: { ...one, ...other } }), newId))
          expect(seen(following(touched(series)))).toEqual(seen(touched(following(series))))
        },
      ),
      { numRuns: 300 },
    )
  })
})
