import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rounds } from '../../../test/rounds.ts'
import { daysOfRrule } from '../../../test/rrule.ts'
import { addDays, addMonthsClamped, dateOfDay, dayNumber } from '../base/dates.ts'
import { weekdayOf, zonedToUtcIso, type LocalDate } from '../base/dates.ts'
import {
  cadenceOf,
  cadenceOfWord,
  clampWeekInterval,
  customerFrequencyOf,
  patternOf,
  patterns,
  recurrenceLabel,
  type Pattern,
} from '../base/cadence.ts'
import {
  countBefore,
  defaultEndDate,
  endAfterChange,
  expand,
  expandDays,
  firstOnOrAfter,
  isOccurrence,
  isPaused,
  isSamePattern,
  nextOccurrence,
  planDates,
  Recurrence,
  workWeekdays,
} from './recurrence.ts'

const base: Recurrence = {
  pattern: 'weekly',
  interval: 1,
  weekdays: null,
  month_week: null,
  start_date: '2026-01-05',
  end_date: null,
  season_start_month: null,
  season_end_month: null,
}
const rule = (fields: Partial<Recurrence>): Recurrence => ({ ...base, ...fields })

describe('expand', () => {
  it.each<[string, Partial<Recurrence>, LocalDate, LocalDate, LocalDate[]]>([
    ['a one-off', { pattern: 'once' }, '2026-01-01', '2026-12-31', ['2026-01-05']],
    ['a one-off outside the window', { pattern: 'once' }, '2026-01-06', '2026-12-31', []],
    [
      'weekly on the start date’s weekday',
      {},
      '2026-01-01',
      '2026-01-26',
      ['2026-01-05', '2026-01-12', '2026-01-19', '2026-01-26'],
    ],
    [
      'weekly on Monday, begun on a Wednesday',
      { start_date: '2026-01-07', weekdays: [1] },
      '2026-01-01',
      '2026-01-20',
      ['2026-01-12', '2026-01-19'],
    ],
    [
      'weekly on two days',
      { weekdays: [4, 1] },
      '2026-01-05',
      '2026-01-16',
      ['2026-01-05', '2026-01-08', '2026-01-12', '2026-01-15'],
    ],
    [
      'every 2 weeks',
      { pattern: 'every_x_weeks', interval: 2 },
      '2026-01-06',
      '2026-02-05',
      ['2026-01-19', '2026-02-02'],
    ],
    [
      'every 2 weeks on Monday and Thursday, from a Saturday: the next week is the first',
      { pattern: 'every_x_weeks', interval: 2, start_date: '2026-01-10', weekdays: [1, 4] },
      '2026-01-01',
      '2026-02-01',
      ['2026-01-12', '2026-01-15', '2026-01-26', '2026-01-29'],
    ],
    [
      'every 2 weeks on Monday and Thursday, from a Wednesday: this week is the first',
      { pattern: 'every_x_weeks', interval: 2, start_date: '2026-01-07', weekdays: [1, 4] },
      '2026-01-01',
      '2026-01-31',
      ['2026-01-08', '2026-01-19', '2026-01-22'],
    ],
    [
      'monthly on the 31st',
      { pattern: 'monthly', start_date: '2026-01-31' },
      '2026-01-01',
      '2026-05-31',
      ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'],
    ],
    [
      'monthly on the 30th in a leap year',
      { pattern: 'monthly', start_date: '2028-01-30' },
      '2028-02-01',
      '2028-03-31',
      ['2028-02-29', '2028-03-30'],
    ],
    [
      'every 6 months',
      { pattern: 'every_6_months', start_date: '2025-08-31' },
      '2026-01-01',
      '2027-03-31',
      ['2026-02-28', '2026-08-31', '2027-02-28'],
    ],
    [
      'every 5 months',
      { pattern: 'every_x_months', interval: 5, start_date: '2026-01-15' },
      '2026-02-01',
      '2027-01-31',
      ['2026-06-15', '2026-11-15'],
    ],
    [
      'the second Tuesday',
      { pattern: 'monthly', month_week: 2, weekdays: [2] },
      '2026-01-01',
      '2026-03-31',
      ['2026-01-13', '2026-02-10', '2026-03-10'],
    ],
    [
      'the last Friday',
      { pattern: 'monthly', month_week: -1, weekdays: [5] },
      '2026-01-01',
      '2026-03-31',
      ['2026-01-30', '2026-02-27', '2026-03-27'],
    ],
    [
      'the first Monday every 3 months, begun after it',
      {
        pattern: 'every_x_months',
        interval: 3,
        month_week: 1,
        start_date: '2026-01-20',
        weekdays: [1],
      },
      '2026-01-01',
      '2026-08-31',
      ['2026-02-02', '2026-05-04', '2026-08-03'],
    ],
    [
      'to its end date, included',
      { end_date: '2026-01-19' },
      '2026-01-01',
      '2026-03-01',
      ['2026-01-05', '2026-01-12', '2026-01-19'],
    ],
    [
      'in season only, over the turn of the year',
      { pattern: 'monthly', start_date: '2026-01-10', season_start_month: 11, season_end_month: 2 },
      '2026-01-01',
      '2026-12-31',
      ['2026-01-10', '2026-02-10', '2026-11-10', '2026-12-10'],
    ],
    [
      'from where its series began, the 31st',
      { pattern: 'monthly', anchor_date: '2026-01-31', start_date: '2026-02-28' },
      '2026-01-01',
      '2026-04-30',
      ['2026-02-28', '2026-03-31', '2026-04-30'],
    ],
    [
      'from where its series began, every 2 weeks',
      {
        pattern: 'every_x_weeks',
        interval: 2,
        anchor_date: '2026-01-05',
        start_date: '2026-01-12',
      },
      '2026-01-01',
      '2026-02-02',
      ['2026-01-19', '2026-02-02'],
    ],
  ])('%s', (_, fields, from, to, dates) => {
    expect(expand(rule(fields), from, to)).toEqual(dates)
  })

  it('takes windows of up to 730 days', () => {
    expect(expand(base, '2026-01-01', addDays('2026-01-01', 730))).toHaveLength(104)
    expect(() => expand(base, '2026-01-01', addDays('2026-01-01', 731))).toThrow(RangeError)
  })

  it('never drifts in ten years of the 31st', () => {
    const monthly = rule({ pattern: 'monthly', start_date: '2024-01-31' })
    for (let k = 0; k < 120; k++) {
      const date = addMonthsClamped('2024-01-31', k)
      expect(expand(monthly, `${date.slice(0, 8)}01`, date)).toEqual([date])
    }
  })
})

const weekdaySets = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 4 })
const rules = fc
  .record({
    pattern: fc.constantFrom<Pattern>(...patterns.filter((pattern) => pattern !== 'once')),
    interval: fc.integer({ min: 1, max: 26 }),
    weekdays: fc.option(weekdaySets),
    month_week: fc.option(fc.constantFrom(1, 2, 3, 4, -1)),
    start: fc.integer({ min: dayNumber('2023-01-01'), max: dayNumber('2026-12-31') }),
    length: fc.option(fc.integer({ min: 0, max: 900 })),
    season: fc.option(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 })), {
      freq: 4,
    }),
    ahead: fc.integer({ min: -40, max: 600 }),
    window: fc.integer({ min: 0, max: 120 }),
  })
  .map(({ start, length, season, ahead, window, ...rest }) => ({
    rule: {
      ...rest,
      start_date: dateOfDay(start),
      end_date: length === null ? null : dateOfDay(start + length),
      season_start_month: season?.[0] ?? null,
      season_end_month: season?.[1] ?? null,
    } satisfies Recurrence,
    from: start + ahead,
    to: start + ahead + window,
  }))

describe('expandDays', () => {
  it('agrees with rrule on thousands of rules', { timeout: 120_000 }, () => {
    let compared = 0
    fc.assert(
      fc.property(rules, ({ rule, from, to }) => {
        const theirs = daysOfRrule(rule, from, to)
        compared += theirs.length
        expect(expandDays(rule, from, to)).toEqual(theirs)
      }),
      { numRuns: rounds(10_000) },
    )
    expect(compared).toBeGreaterThan(rounds(10_000))
  })

  it('finds the same in two halves of a window as in the whole', () => {
    fc.assert(
      fc.property(rules, fc.integer({ min: 0, max: 200 }), ({ rule, from, to }, cut) => {
        const middle = Math.min(to, from + cut)
        expect([...expandDays(rule, from, middle), ...expandDays(rule, middle + 1, to)]).toEqual(
          expandDays(rule, from, to),
        )
      }),
    )
  })

  it('goes on unchanged when a series is split at one of its dates', () => {
    fc.assert(
      fc.property(rules, fc.nat(), ({ rule, from, to }, pick) => {
        const days = expandDays(rule, from, to)
        const split = days[pick % Math.max(1, days.length)]
        if (split === undefined) return
        const before = { ...rule, end_date: dateOfDay(split - 1) }
        const after = { ...rule, anchor_date: rule.start_date, start_date: dateOfDay(split) }
        expect([...expandDays(before, from, to), ...expandDays(after, from, to)]).toEqual(days)
      }),
    )
  })

  it('answers isOccurrence, firstOnOrAfter and nextOccurrence alike', () => {
    fc.assert(
      fc.property(rules, ({ rule, from, to }) => {
        const dates = expandDays(rule, from, to).map(dateOfDay)
        const first = firstOnOrAfter(rule, dateOfDay(from))
        expect(first !== null && first <= dateOfDay(to) ? first : undefined).toBe(dates[0])
        expect(dates.every((date) => isOccurrence(rule, date))).toBe(true)
        expect(dates.slice(0, -1).map((date) => nextOccurrence(rule, date))).toEqual(dates.slice(1))
      }),
      { numRuns: 300 },
    )
  })

  it('costs what it finds: forty years after the start as little as at once', () => {
    const old = rule({ start_date: '1986-01-06' })
    const rulesCount = 3000
    const day = dayNumber('2026-06-01')
    let found = 0
    for (let i = 0; i < rulesCount; i++) found += expandDays(old, day, day + 6).length
    const started = performance.now()
    for (let i = 0; i < rulesCount; i++) found += expandDays(old, day, day + 364).length
    const nanoseconds = ((performance.now() - started) * 1e6) / (rulesCount * 52)
    expect(found).toBeGreaterThan(rulesCount * 52)
    // Measured near 20 ns; the bound only catches a walk from the rule's start.
    expect(nanoseconds).toBeLessThan(1000)
  })
})

describe('a bad rule', () => {
  const day = dayNumber('2026-06-01')
  it.each([0, -3, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 1e300])(
    'with a step of %s gives at most a date a week',
    (interval) => {
      for (const pattern of ['every_x_weeks', 'every_x_months'] as const)
        for (const weekdays of [null, [1, 3]])
          expect(
            expandDays(rule({ pattern, interval, weekdays }), day, day + 365).length,
          ).toBeLessThanOrEqual(2 * 53)
    },
  )

  it('that never meets its season is given up soon', () => {
    const never = rule({
      pattern: 'every_x_months',
      interval: 12,
      start_date: '2026-06-15',
      season_start_month: 1,
      season_end_month: 1,
    })
    const started = performance.now()
    for (let i = 0; i < 100; i++) expect(firstOnOrAfter(never, '2026-06-16')).toBeNull()
    // Measured near 0.1 ms each; the bound only catches an endless loop.
    expect(performance.now() - started).toBeLessThan(2000)
  })

  it('with weekdays or a start beyond all reason still answers', () => {
    expect(expandDays(rule({ weekdays: [9] }), day, day + 60).length).toBeLessThan(10)
    expect(expand(rule({ start_date: '9999-12-31' }), '2026-01-01', '2026-12-31')).toEqual([])
    expect(
      expand(
        rule({ start_date: '2026-05-01', end_date: '2020-01-01' }),
        '2026-01-01',
        '2026-12-31',
      ),
    ).toEqual([])
  })
})

describe('firstOnOrAfter', () => {
  it.each<[string, Partial<Recurrence>, LocalDate, LocalDate | null]>([
    [
      'long after the start',
      { start_date: '1999-12-31', pattern: 'monthly' },
      '2026-02-01',
      '2026-02-28',
    ],
    ['long before the start', {}, '2001-01-01', '2026-01-05'],
    ['after the end', { end_date: '2026-01-31' }, '2026-02-01', null],
    [
      'when the season never meets the interval',
      { pattern: 'every_x_months', interval: 12, season_start_month: 4, season_end_month: 6 },
      '2026-02-01',
      null,
    ],
    [
      'years ahead, when the season rarely meets the interval',
      { pattern: 'every_x_weeks', interval: 26, season_start_month: 12, season_end_month: 12 },
      '2026-01-06',
      '2029-12-31',
    ],
  ])('%s', (_, fields, date, expected) => {
    expect(firstOnOrAfter(rule(fields), date)).toBe(expected)
  })
})

describe('planDates', () => {
  const monthly = rule({ pattern: 'monthly', start_date: '2026-01-04' })
  const weekdays = [1, 2, 3, 4, 5]

  it('moves a monthly date off a weekday without work, and shows it in the window it moved into', () => {
    expect(planDates(monthly, '2026-01-05', '2026-02-28', { open_weekdays: weekdays })).toEqual([
      { original_date: '2026-01-04', date: '2026-01-05', shifted: true, paused: false },
      { original_date: '2026-02-04', date: '2026-02-04', shifted: false, paused: false },
    ])
    expect(planDates(monthly, '2026-01-01', '2026-01-04', { open_weekdays: weekdays })).toEqual([])
  })

  it('keeps a weekday that was chosen', () => {
    expect(
      planDates(rule({ weekdays: [0] }), '2026-01-05', '2026-01-12', { open_weekdays: weekdays })[0]
        ?.shifted,
    ).toBe(false)
  })

  it.each([
    ['shift', ['2026-01-06', '2026-01-12']],
    ['skip', ['2026-01-12']],
    ['keep', ['2026-01-05', '2026-01-12']],
  ] as const)('closed dates: %s', (on_closed, dates) => {
    const planned = planDates(base, '2026-01-01', '2026-01-14', {
      closed_dates: new Set(['2026-01-05']),
      on_closed,
    })
    expect(planned.map(({ date }) => date)).toEqual(dates)
  })

  it('skips closed dates if the rule says so, and still moves off a weekday nobody chose', () => {
    const closed_dates = new Set(['2026-01-05', '2026-03-02'])
    expect(
      planDates({ ...base, skips_closed: true }, '2026-01-01', '2026-01-14', { closed_dates }).map(
        ({ date }) => date,
      ),
    ).toEqual(['2026-01-12'])
    const monthly = rule({ pattern: 'monthly', start_date: '2026-02-01', skips_closed: true })
    // The first of February and of March 2026 are Sundays, and the Monday after the latter is closed.
    expect(
      planDates(monthly, '2026-01-01', '2026-03-10', { closed_dates, open_weekdays: weekdays }).map(
        ({ date }) => date,
      ),
    ).toEqual(['2026-02-02', '2026-03-03'])
    const once = rule({ pattern: 'once', start_date: '2026-01-05', skips_closed: true })
    expect(planDates(once, '2026-01-01', '2026-01-31', { closed_dates })).toHaveLength(1)
  })

  it('keeps a one-off on a closed day that was chosen for it', () => {
    const once = rule({ pattern: 'once', start_date: '2026-05-04' })
    expect(
      planDates(once, '2026-05-01', '2026-05-31', { closed_dates: new Set(['2026-05-04']) }),
    ).toEqual([{ original_date: '2026-05-04', date: '2026-05-04', shifted: false, paused: false }])
  })

  it.each([
    [[], [], []],
    [[1, 2, 3], [], [1, 2, 3]],
    [[1, 2, 3], ['tue', 'sat'], [2]],
    [[], ['tue', 'sat'], [2, 6]],
    [[1, 2, 3], ['sat'], [1, 2, 3]],
  ])('open on %j, a customer who can on %j: work on %j', (open, theirs, work) =>
    expect(workWeekdays(open, theirs)).toEqual(work),
  )

  it('leaves a date out when nothing is open within two weeks', () => {
    const closed = new Set(Array.from({ length: 15 }, (_, i) => addDays('2026-01-05', i)))
    expect(planDates(base, '2026-01-01', '2026-01-11', { closed_dates: closed })).toEqual([])
  })

  it('marks what a pause covers, up to the day before work resumes', () => {
    const planned = planDates(base, '2026-01-01', '2026-02-10', {
      pauses: [{ from: '2026-01-12', resume_on: '2026-01-26' }],
    })
    expect(planned.filter(({ paused }) => paused).map(({ date }) => date)).toEqual([
      '2026-01-12',
      '2026-01-19',
    ])
    expect(isPaused('2030-01-01', [{ from: '2026-01-12', resume_on: null }])).toBe(true)
  })
})

describe('planDates under random calendars', () => {
  const from = dayNumber('2026-01-01')
  const days = fc
    .uniqueArray(fc.integer({ min: from - 20, max: from + 130 }), { maxLength: 60 })
    .map((list) => new Set(list.map(dateOfDay)))
  const calendars = fc.record({
    closed_dates: days,
    open_weekdays: fc.uniqueArray(fc.nat(6), { maxLength: 6 }),
    on_closed: fc.constantFrom('skip' as const, 'shift' as const, 'keep' as const),
    pauses: fc.array(
      fc.tuple(fc.nat(120), fc.option(fc.integer({ min: 1, max: 60 }))).map(([ahead, length]) => ({
        from: dateOfDay(from + ahead),
        resume_on: length === null ? null : dateOfDay(from + ahead + length),
      })),
      { maxLength: 3 },
    ),
  })

  /** Counts day by day, as on a wall calendar. */
  function byHand(
    one: Recurrence,
    until: number,
    {
      closed_dates,
      open_weekdays,
      on_closed,
      pauses,
    }: typeof calendars extends fc.Arbitrary<infer T> ? T : never,
  ) {
    const free =
      cadenceOf(one).unit === 'month' && one.month_week === null && open_weekdays.length > 0
    const isOpen = (date: LocalDate) =>
      !closed_dates.has(date) && (!free || open_weekdays.includes(weekdayOf(date)))
    return expand(one, dateOfDay(from - 14), dateOfDay(until))
      .flatMap((original_date) => {
        const later = Array.from({ length: 15 }, (_, days_on) => addDays(original_date, days_on))
        const isLeftOut = on_closed === 'skip' && closed_dates.has(original_date)
        const date =
          on_closed === 'keep' ? original_date : isLeftOut ? undefined : later.find(isOpen)
        if (date === undefined) return []
        const paused = pauses.some(
          (pause) => date >= pause.from && (pause.resume_on === null || date < pause.resume_on),
        )
        return [{ original_date, date, shifted: date !== original_date, paused }]
      })
      .filter(({ date }) => date >= dateOfDay(from) && date <= dateOfDay(until))
      .toSorted((a, b) =>
        a.date < b.date ? -1 : a.date > b.date ? 1 : a.original_date < b.original_date ? -1 : 1,
      )
  }

  it('closed dates, working days and pauses do what a wall calendar does', () => {
    fc.assert(
      fc.property(rules, calendars, fc.nat(110), ({ rule: one }, calendar, window) => {
        expect(planDates(one, dateOfDay(from), dateOfDay(from + window), calendar)).toEqual(
          byHand(one, from + window, calendar),
        )
      }),
      { numRuns: rounds(2_000) },
    )
  })

  it('two weeks side by side show each visit once', () => {
    fc.assert(
      fc.property(
        rules,
        calendars,
        fc.integer({ min: 1, max: 60 }),
        ({ rule: one }, calendar, cut) => {
          const plan = (first: number, last: number) =>
            planDates(one, dateOfDay(first), dateOfDay(last), calendar)
          expect([...plan(from, from + cut), ...plan(from + cut + 1, from + 90)]).toEqual(
            plan(from, from + 90),
          )
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('the change to daylight saving time', () => {
  it('moves no date and no time of day: 9:00 stays 9:00, an hour nearer in the world', () => {
    const dates = expand(rule({ start_date: '2026-02-23' }), '2026-02-23', '2026-03-16')
    expect(dates).toEqual(['2026-02-23', '2026-03-02', '2026-03-09', '2026-03-16'])
    expect(dates.map((date) => zonedToUtcIso(date, 540, 'America/New_York').slice(11, 16))).toEqual(
      ['14:00', '14:00', '13:00', '13:00'],
    )
    expect(
      expand(rule({ start_date: '2026-10-26' }), '2026-10-26', '2026-11-09').map((date) =>
        zonedToUtcIso(date, 540, 'America/New_York').slice(11, 16),
      ),
    ).toEqual(['13:00', '14:00', '14:00'])
  })
})

describe('words for how often', () => {
  it.each<[Pattern, number, string]>([
    ['once', 1, 'One-off'],
    ['weekly', 1, 'Weekly'],
    ['every_x_weeks', 1, 'Weekly'],
    ['every_x_weeks', 3, 'Every 3 weeks'],
    ['monthly', 1, 'Monthly'],
    ['every_x_months', 2, 'Every 2 months'],
    ['every_6_months', 1, 'Every 6 months'],
    ['every_x_months', 6, 'Every 6 months'],
  ])('%s %i is %s', (pattern, interval, label) => {
    expect(recurrenceLabel({ pattern, interval })).toBe(label)
  })

  it('a pattern survives the canonical form', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...patterns),
        fc.integer({ min: 1, max: 24 }),
        (pattern, interval) => {
          const cadence = cadenceOf({ pattern, interval })
          expect(cadenceOf(patternOf(cadence))).toEqual(cadence)
        },
      ),
    )
  })

  it.each([
    ['weekly', null, { unit: 'week', interval: 1 }],
    ['biweekly', null, { unit: 'week', interval: 2 }],
    ['bi-weekly', null, { unit: 'week', interval: 2 }],
    ['every_x_weeks', 5, { unit: 'week', interval: 5 }],
    ['every_x_weeks', null, { unit: 'week', interval: 2 }],
    ['once', null, { unit: 'once', interval: 1 }],
    ['monthly', 9, { unit: 'month', interval: 1 }],
    ['seasonal', null, { unit: 'month', interval: 3 }],
    ['fortnightly', null, null],
  ])('the word %s with %s', (word, interval, cadence) => {
    expect(cadenceOfWord(word, interval)).toEqual(cadence)
  })

  it.each([
    [{ unit: 'week', interval: 1 }, false, 'weekly'],
    [{ unit: 'week', interval: 2 }, false, 'bi-weekly'],
    [{ unit: 'month', interval: 1 }, false, 'monthly'],
    [{ unit: 'month', interval: 1 }, true, 'seasonal'],
    [{ unit: 'week', interval: 3 }, false, null],
    [{ unit: 'once', interval: 1 }, false, null],
  ] as const)('the customer list says %o, season %s, as %s', (cadence, seasonal, word) => {
    expect(customerFrequencyOf(cadence, seasonal)).toBe(word)
  })

  it.each([
    [0, 1],
    [1, 1],
    [26, 26],
    [27, 26],
    [-3, 1],
    [3.9, 3],
    ['7', 7],
    ['', 2],
    ['two', 2],
    [null, 2],
    [Number.NaN, 2],
    [undefined, 2],
  ])('every %s weeks is taken as %i', (typed, weeks) => {
    expect(clampWeekInterval(typed)).toBe(weeks)
  })

  it('proposes an end', () => {
    expect(defaultEndDate('once', '2026-03-01')).toBe('2026-03-01')
    expect(defaultEndDate('weekly', '2028-02-29')).toBe('2029-02-28')
  })
})

describe('Recurrence', () => {
  const messages = (fields: Partial<Recurrence>): string[] =>
    Recurrence.safeParse(rule(fields)).error?.issues.map(({ message }) => message) ?? []
  it.each<[Partial<Recurrence>, string[]]>([
    [{ pattern: 'every_x_weeks', interval: 26 }, []],
    [{ pattern: 'every_x_weeks', interval: 27 }, ['Choose 1 to 26 weeks']],
    [{ pattern: 'every_x_months', interval: 24 }, []],
    [{ pattern: 'every_x_months', interval: 25 }, ['Choose 1 to 24 months']],
    [{ pattern: 'weekly', interval: 99 }, []],
    [{ end_date: '2026-01-04' }, ['The end date is before the start date']],
    [{ season_start_month: 4 }, ['Choose both the first and the last month']],
    [{ start_date: '2026-02-30' }, ['Enter a real date as YYYY-MM-DD']],
  ])('%o', (fields, expected) => {
    expect(messages(fields)).toEqual(expected)
  })
})

describe('the end date after a change', () => {
  it.each<
    [
      Pick<Recurrence, 'pattern' | 'start_date' | 'end_date'>,
      Parameters<typeof endAfterChange>[1],
      LocalDate | null,
    ]
  >([
    [
      { pattern: 'weekly', start_date: '2026-01-05', end_date: '2027-01-05' },
      { start_date: '2026-02-01' },
      '2027-02-01',
    ],
    [
      { pattern: 'weekly', start_date: '2026-01-05', end_date: '2027-01-05' },
      { pattern: 'once' },
      '2026-01-05',
    ],
    [
      { pattern: 'once', start_date: '2026-01-05', end_date: '2026-01-05' },
      { pattern: 'monthly' },
      '2027-01-05',
    ],
    [
      { pattern: 'weekly', start_date: '2026-01-05', end_date: '2026-10-31' },
      { start_date: '2026-04-01' },
      '2026-10-31',
    ],
    [
      { pattern: 'weekly', start_date: '2026-01-05', end_date: '2026-10-31' },
      { pattern: 'monthly' },
      '2026-10-31',
    ],
    [
      { pattern: 'weekly', start_date: '2026-01-05', end_date: null },
      { start_date: '2026-04-01' },
      null,
    ],
    [
      { pattern: 'weekly', start_date: '2026-01-05', end_date: '2026-02-01' },
      { start_date: '2026-03-01' },
      '2027-03-01',
    ],
  ])('%j, now %j: %s', (was, now, end) => {
    expect(endAfterChange(was, now)).toBe(end)
  })
})

describe('the same pattern', () => {
  it.each<[Partial<Recurrence>, Partial<Recurrence>, boolean]>([
    [{}, {}, true],
    [{}, { weekdays: [1] }, true],
    [{ weekdays: [4, 1] }, { weekdays: [1, 4, 4] }, true],
    [{ weekdays: [1] }, { weekdays: [4] }, false],
    [{}, { end_date: '2026-09-01' }, true],
    [{}, { start_date: '2026-01-12' }, false],
    [{}, { pattern: 'every_x_weeks', interval: 1 }, true],
    [{}, { pattern: 'every_x_weeks', interval: 2 }, false],
    [{}, { month_week: 2 }, true],
    [{}, { season_start_month: 4, season_end_month: 10 }, false],
    [{ pattern: 'monthly' }, { pattern: 'monthly', weekdays: [3] }, true],
    [{ pattern: 'monthly', month_week: 2 }, { pattern: 'monthly', month_week: 4 }, false],
    [{ pattern: 'monthly', month_week: 2 }, { pattern: 'monthly' }, false],
    [
      { pattern: 'once' },
      { pattern: 'once', weekdays: [3], season_start_month: 4, season_end_month: 10 },
      true,
    ],
  ])('%j and %j: %s', (one, other, expected) => {
    expect(isSamePattern(rule(one), rule(other))).toBe(expected)
    expect(isSamePattern(rule(other), rule(one))).toBe(expected)
  })
})

describe('the visits of a rule before a day', () => {
  it.each<[string, Partial<Recurrence>, LocalDate, number]>([
    ['a start to come', { start_date: '2026-01-05' }, '2026-01-05', 0],
    ['a start a week ago', { start_date: '2026-01-05' }, '2026-01-12', 1],
    ['a start ten years ago', { start_date: '2016-01-04' }, '2026-01-05', 522],
    ['a series that ended', { start_date: '2016-01-04', end_date: '2016-01-18' }, '2026-01-05', 3],
    [
      'one visit',
      { pattern: 'once', start_date: '2016-01-04', end_date: '2016-01-04' },
      '2026-01-05',
      1,
    ],
  ])('%s', (_, fields, date, many) => {
    expect(countBefore(rule(fields), date)).toBe(many)
  })
})
