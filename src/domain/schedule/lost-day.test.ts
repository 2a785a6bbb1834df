import { describe, expect, it } from 'vitest'
import {
  lostDayRules,
  openMinutes,
  placeLostVisits,
  workingDaysAfter,
  type LostVisit,
} from './lost-day.ts'

const day = (weekday: number, is_closed = false) => ({
  weekday,
  opens_minutes: 480,
  closes_minutes: 1020,
  is_closed,
})
/** Open Monday to Friday, 8 to 5. */
const hours = [day(0, true), day(1), day(2), day(3), day(4), day(5), day(6, true)]
const thursday = '2026-03-05'
const none = new Set<string>()

describe('workingDaysAfter', () => {
  it.each<[string, string, number, Parameters<typeof workingDaysAfter>[2], string[]]>([
    [
      'the next open days',
      thursday,
      3,
      { hours, closed_dates: none, today: thursday },
      ['2026-03-06', '2026-03-09', '2026-03-10'],
    ],
    [
      'no closed date',
      thursday,
      1,
      { hours, closed_dates: new Set(['2026-03-06']), today: thursday },
      ['2026-03-09'],
    ],
    [
      'every day without hours',
      thursday,
      3,
      { hours: null, closed_dates: none, today: thursday },
      ['2026-03-06', '2026-03-07', '2026-03-08'],
    ],
    [
      'no past days: a lost day last week is made up from today on',
      '2026-02-27',
      1,
      { hours, closed_dates: none, today: thursday },
      [thursday],
    ],
    [
      'none without any working day',
      thursday,
      3,
      {
        hours: hours.map((one) => ({ ...one, is_closed: true })),
        closed_dates: none,
        today: thursday,
      },
      [],
    ],
  ])('%s', (_, date, count, calendar, days) =>
    expect(workingDaysAfter(date, count, calendar)).toEqual(days),
  )
})

describe('openMinutes', () => {
  it.each([
    ['a working day', thursday, hours, 540],
    ['a closed day', '2026-03-07', hours, 0],
    ['no hours', thursday, null, null],
    ['no times', thursday, hours.map((one) => ({ ...one, opens_minutes: null })), null],
  ])('%s', (_, date, given, minutes) => expect(openMinutes(date, given)).toBe(minutes))
})

describe('lostDayRules', () => {
  const open = { status: 'scheduled', invoice_status: null, invoice_id: null } as const
  it.each([
    [open, undefined, undefined],
    [{ ...open, status: 'completed' } as const, 'visit_locked', 'visit_locked'],
    [{ ...open, status: 'in_progress' } as const, 'visit_in_progress', 'visit_in_progress'],
    [
      { ...open, invoice_id: 'i', invoice_status: 'processing' } as const,
      'payment_in_progress',
      'payment_in_progress',
    ],
    [{ ...open, invoice_id: 'i', invoice_status: 'paid' } as const, 'already_paid', 'already_paid'],
    [{ ...open, invoice_id: 'i', invoice_status: 'draft' } as const, undefined, 'visit_billed'],
  ])('%o: move %s, skip %s', (facts, move, skip) => {
    expect([lostDayRules.move(facts)?.code, lostDayRules.skip(facts)?.code]).toEqual([move, skip])
  })
})

describe('placeLostVisits', () => {
  const calendar = { hours, closed_dates: none, capacity_per_team_day: null }
  const visit = (id: string, given: Partial<LostVisit> = {}): LostVisit => ({
    occurrence_id: id,
    series_id: id,
    team_id: 'north',
    start_minutes: null,
    duration_minutes: 60,
    available_days: [],
    ...given,
  })
  const friday = '2026-03-06'
  const monday = '2026-03-09'
  const datesOf = ({ placed }: ReturnType<typeof placeLostVisits>) => placed.map((one) => one.date)

  it('prefers days within a visit’s buffer, and reports when there is none', () => {
    const bound = visit('a', { original_date: '2026-03-05', buffer_days: 1 })
    const [there] = placeLostVisits(
      [bound],
      [friday, monday],
      [{ ...visit('b'), date: friday }],
      calendar,
    ).placed
    expect(there).toMatchObject({ date: friday, warnings: [] })
    const [far] = placeLostVisits([bound], [monday], [], calendar).placed
    expect(far?.warnings.map(({ code }) => code)).toEqual(['outside_buffer'])
  })

  it('spreads evenly over the days', () => {
    const spread = placeLostVisits(
      ['a', 'b', 'c', 'd'].map((id) => visit(id)),
      [friday, monday],
      [],
      calendar,
    )
    expect(datesOf(spread)).toEqual([friday, monday, friday, monday])
    expect(spread.load).toEqual([
      { date: friday, team_id: 'north', minutes: 120, capacity_minutes: 540 },
      { date: monday, team_id: 'north', minutes: 120, capacity_minutes: 540 },
    ])
  })

  it('picks the team’s least busy day', () => {
    const work = [
      {
        series_id: 'x',
        date: friday,
        team_id: 'north',
        start_minutes: null,
        duration_minutes: 300,
      },
    ]
    expect(
      datesOf(
        placeLostVisits(
          [visit('a'), visit('b', { team_id: 'south' })],
          [friday, monday],
          work,
          calendar,
        ),
      ),
    ).toEqual([monday, friday])
  })

  it.each<[string, Partial<LostVisit>, object]>([
    ['the customer’s days', { available_days: ['mon'] }, {}],
    ['an overlap', { start_minutes: 600 }, {}],
    ['the team’s limit', {}, { capacity_per_team_day: 1 }],
    ['its own series', { series_id: 'x' }, {}],
  ])('considers %s before the workload', (_, given, limits) => {
    const work = [
      { series_id: 'x', date: friday, team_id: 'north', start_minutes: 600, duration_minutes: 60 },
      ...(limits && 'capacity_per_team_day' in limits
        ? []
        : [
            {
              series_id: 'y',
              date: monday,
              team_id: 'north',
              start_minutes: 900,
              duration_minutes: 120,
            },
          ]),
    ]
    expect(
      datesOf(
        placeLostVisits([visit('a', given)], [friday, monday], work, { ...calendar, ...limits }),
      ),
    ).toEqual([monday])
  })

  it('doesn’t put two visits of a series on one day if there is another', () => {
    expect(
      datesOf(
        placeLostVisits(
          ['a', 'b'].map((id) => visit(id, { series_id: 'x' })),
          [friday, monday],
          [],
          calendar,
        ),
      ),
    ).toEqual([friday, monday])
  })

  it('with only one day there is no choice; warnings are reported, counting the other lost visits', () => {
    const { placed } = placeLostVisits(
      [visit('a'), visit('b', { available_days: ['mon'] })],
      [friday],
      [],
      { ...calendar, capacity_per_team_day: 1 },
    )
    expect(placed.map((one) => one.warnings.map((warning) => warning.code))).toEqual([
      [],
      ['customer_day_off', 'over_capacity'],
    ])
  })
})
