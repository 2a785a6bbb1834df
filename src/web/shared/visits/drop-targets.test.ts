import { describe, expect, it } from 'vitest'
import { dateText } from '../../../domain/base/dates.ts'
import { placeWarnings } from '../../../domain/schedule/placement.ts'
import {
  carryAll,
  doubtsAbout,
  factsAbout,
  factsOfWeek,
  spotText,
  type BoardFacts,
} from './drop-targets.ts'
import { stillWith } from './own-changes.ts'
import { testVisit } from './test-visit.ts'

const monday = '2026-11-23'
const spot = { date: monday, team_id: 'blue', start_minutes: 600 }
const facts = (over: Partial<BoardFacts> = {}): BoardFacts => ({
  business_hours: [],
  closed_dates: [],
  occurrences: [],
  organization: undefined,
  ...over,
})

describe('several visits carried together', () => {
  const [nine, ten, anytime] = [
    testVisit('nine'),
    testVisit('ten', { start_minutes: 600 }),
    testVisit('any', { start_minutes: null }),
  ]
  it('go to one team, each as much later as the one that was held', () => {
    const moved = carryAll(nine, [nine, ten, anytime], spot)
    expect(moved.map(({ visit, to }) => [visit.id, to.team_id, to.start_minutes])).toEqual([
      ['nine', 'blue', 600],
      ['ten', 'blue', 660],
      ['any', 'blue', null],
    ])
  })

  it('all lose their time on the strip without one', () => {
    expect(
      carryAll(nine, [nine, ten], { ...spot, start_minutes: null }).map(
        ({ to }) => to.start_minutes,
      ),
    ).toEqual([null, null])
  })

  it('keep theirs when the one held had none', () => {
    expect(
      carryAll(anytime, [anytime, ten], { ...spot, start_minutes: null }).map(
        ({ to }) => to.start_minutes,
      ),
    ).toEqual([null, 600])
  })

  it('one put down where it was is not carried at all', () => {
    expect(carryAll(nine, [nine], { date: monday, team_id: 'red', start_minutes: 540 })).toEqual([])
  })
})

describe('what is asked before a move', () => {
  const visit = testVisit('a')
  it('nothing that was doubtful before', () => {
    const closed = facts({ closed_dates: [{ date: monday, reason: null }] })
    expect(doubtsAbout([{ visit, to: { ...spot, team_id: 'red' } }], closed)).toEqual([])
    expect(doubtsAbout([{ visit: { ...visit, date: '2026-11-24' }, to: spot }], closed)).toEqual([
      `You are closed on ${dateText(monday)}.`,
    ])
  })

  it('a closed day that only the week of that day knows of', () => {
    const there = factsOfWeek(facts(), {
      closed_dates: [{ date: '2027-03-01', reason: null }],
      occurrences: [],
    })
    expect(doubtsAbout([{ visit, to: { ...spot, date: '2027-03-01' } }], there)).toEqual([
      `You are closed on ${dateText('2027-03-01')}.`,
    ])
  })

  it('a day that has another visit of the series, whatever team does it; going on within that day is no news', () => {
    const twin = testVisit('b', { series_id: 'a', date: '2026-11-24', team_id: 'green' })
    const all = facts({ occurrences: [visit, twin] })
    expect(doubtsAbout([{ visit, to: { ...spot, date: '2026-11-24' } }], all)).toEqual([
      'Another visit of the series is on this day.',
    ])
    const there = { ...visit, date: '2026-11-24' }
    expect(
      doubtsAbout(
        [{ visit: there, to: { ...spot, date: '2026-11-24' } }],
        facts({ occurrences: [there, twin] }),
      ),
    ).toEqual([])
    expect(
      doubtsAbout(
        [{ visit, to: { ...spot, date: '2026-11-24' } }],
        facts({ occurrences: [visit, { ...twin, skipped: true }] }),
      ),
    ).toEqual([])
  })

  it('a team that is busy then, but not with what moves along', () => {
    const other = testVisit('b', { team_id: 'blue', start_minutes: 610 })
    const all = facts({ occurrences: [visit, other] })
    expect(doubtsAbout([{ visit, to: spot }], all)).toEqual([
      'The team has another visit at this time.',
    ])
    const both = [
      { visit, to: spot },
      { visit: other, to: { ...spot, start_minutes: 700 } },
    ]
    expect(doubtsAbout(both, all)).toEqual([])
  })

  it('by name when there are several', () => {
    const other = testVisit('b', { team_id: 'blue', start_minutes: 610 })
    const third = testVisit('c', { start_minutes: 800 })
    const carries = [
      { visit, to: spot },
      { visit: third, to: { ...spot, start_minutes: 800 } },
    ]
    expect(doubtsAbout(carries, facts({ occurrences: [visit, other, third] }))).toEqual([
      'Customer a: The team has another visit at this time.',
    ])
  })
})

it('work for somebody outside the service area is asked about, wherever it begins', () => {
  const organization = {
    time_zone: 'America/New_York',
    service_area_zipcodes: ['27601'],
    schedule_settings: { capacity_per_team_day: null },
  } as unknown as BoardFacts['organization']
  const asked = (zip: string | null) =>
    placeWarnings(
      { ...spot, duration_minutes: 60 },
      { ...factsAbout(facts({ organization }), { available_days: ['tue'], zip }), others: [] },
    ).map(({ code }) => code)
  expect(asked('27701')).toEqual(['customer_day_off', 'outside_area'])
  expect(asked('27601-1234')).toEqual(['customer_day_off'])
  expect(asked(null)).toEqual(['customer_day_off'])
})

it('a place is said in words', () => {
  expect(spotText({ ...spot, start_minutes: null }, [{ id: 'blue', name: 'Crew Blue' }])).toBe(
    'Crew Blue, Mon, Nov 23, Anytime',
  )
  expect(spotText({ ...spot, team_id: null }, [])).toBe('Unassigned, Mon, Nov 23, 10:00 AM')
})

describe('a board that keeps still', () => {
  const kept = [testVisit('a'), testVisit('b')]
  const nobody = { moved: () => false, put: () => false, ordered: () => false }
  it('shows what became of a visit, but where it was', () => {
    const latest = [
      testVisit('a', { status: 'completed', start_minutes: 700, team_id: 'blue' }),
      kept[1]!,
    ]
    const { visits, waiting } = stillWith(kept, latest, nobody)
    expect(visits[0]).toMatchObject({ status: 'completed', start_minutes: 540, team_id: 'red' })
    expect(waiting).toBe(1)
  })

  it('takes a move from there for one that was made without the newer state', () => {
    const [visit] = stillWith(
      [testVisit('a', { version: 3 })],
      [testVisit('a', { version: 4, date: '2026-11-24' })],
      nobody,
    ).visits
    expect(visit).toMatchObject({ date: monday, version: 3 })
  })

  it('holds back what is new and keeps what is gone', () => {
    const { visits, waiting } = stillWith(kept, [kept[0]!, testVisit('c')], nobody)
    expect(visits.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(waiting).toBe(2)
  })

  it('keeps the order of what has no time, unless it was changed here', () => {
    const untimed = (route_position: number) =>
      testVisit('a', { start_minutes: null, route_position, status: 'completed' })
    const places = (ordered: boolean) => {
      const { visits, waiting } = stillWith([untimed(1)], [untimed(2)], {
        ...nobody,
        ordered: () => ordered,
      })
      return [visits[0]?.route_position, waiting]
    }
    expect([places(false), places(true)]).toEqual([
      [1, 1],
      [2, 0],
    ])
  })

  it('follows its own hand', () => {
    const mine = { moved: () => true, put: () => true, ordered: () => true }
    const latest = [testVisit('a', { start_minutes: 700 }), testVisit('c')]
    const { visits, waiting } = stillWith(kept, latest, mine)
    expect(visits.map(({ id, start_minutes }) => [id, start_minutes])).toEqual([
      ['a', 700],
      ['c', 540],
    ])
    expect(waiting).toBe(0)
  })
})
