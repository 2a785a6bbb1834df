import { describe, expect, it } from 'vitest'
import { placeWarnings, type PlaceFacts } from '../schedule/placement.ts'
import { awayOn, awaySentence, NewTimeOff, type TeamDaysOff } from './time-off.ts'

const off = (change: Partial<TeamDaysOff> = {}): TeamDaysOff => ({
  from: '2027-06-10',
  to: '2027-06-12',
  person_id: null,
  person: null,
  members: 0,
  reason: null,
  ...change,
})
const kim = off({ person_id: 'kim', person: 'Kim', members: 2 })
const lou = off({ person_id: 'lou', person: 'Lou', members: 2, from: '2027-06-11' })

describe('who of a team is away', () => {
  it.each([
    ['nobody the day before', [off()], '2027-06-09', null],
    ['all on the first day', [off()], '2027-06-10', 'The team is off on Thursday, June 10, 2027.'],
    [
      'all on the last day',
      [off({ reason: 'Training' })],
      '2027-06-12',
      'The team is off on Saturday, June 12, 2027: Training.',
    ],
    ['nobody the day after', [off()], '2027-06-13', null],
    ['one of two', [kim, lou], '2027-06-10', 'Kim of the team is off on Thursday, June 10, 2027.'],
    ['both of two, so all', [kim, lou], '2027-06-11', 'The team is off on Friday, June 11, 2027.'],
    [
      'one of one, entered twice',
      [off({ ...kim, members: 1 }), off({ ...kim, members: 1 })],
      '2027-06-11',
      'The team is off on Friday, June 11, 2027.',
    ],
    [
      'one of two, entered twice',
      [kim, kim],
      '2027-06-11',
      'Kim of the team is off on Friday, June 11, 2027.',
    ],
  ])('%s', (_title, days_off, date, sentence) =>
    expect(awaySentence({ days_off }, date)).toBe(sentence),
  )

  it('is nobody where nothing is entered', () =>
    expect(awayOn({}, '2027-06-10')).toEqual({ all: false, reason: null, people: [] }))
})

describe('doubts about a place', () => {
  const about = (time: object, others: PlaceFacts['others'] = []) =>
    placeWarnings(
      { date: '2027-06-11', team_id: 'red', start_minutes: null, duration_minutes: 60 },
      {
        hours: null,
        closed_dates: new Set(),
        available_days: [],
        capacity_per_team_day: null,
        teams: new Map([['red', time]]),
        others,
      },
    ).map(({ code }) => code)
  const work = (date: string, duration_minutes: number) => ({
    date,
    start_minutes: null,
    duration_minutes,
  })

  it.each([
    ['the team is off', { days_off: [off()] }, [], ['team_off']],
    ['one of two is off', { days_off: [kim] }, [], ['member_off']],
    ['as much as it can', { day_minutes: 120 }, [work('2027-06-11', 60)], []],
    ['a minute too much', { day_minutes: 120 }, [work('2027-06-11', 61)], ['over_hours']],
    ['much on the day before', { day_minutes: 120 }, [work('2027-06-10', 600)], []],
    ['nothing is said', {}, [work('2027-06-11', 600)], []],
  ])('%s', (_title, time, others, codes) => expect(about(time, others)).toEqual(codes))
})

describe('new days off', () => {
  const id = '0190aaaa-0000-7000-8000-000000000000'
  const days = { from_date: '2027-06-10', to_date: '2027-06-10' }
  it.each([
    ['of a team', { ...days, team_id: id }, true],
    ['of a person', { ...days, person_id: id }, true],
    ['of both', { ...days, team_id: id, person_id: id }, false],
    ['of nobody', days, false],
    ['that end before they begin', { ...days, team_id: id, to_date: '2027-06-09' }, false],
    ['of a year', { ...days, team_id: id, to_date: '2028-06-09' }, true],
    ['of more', { ...days, team_id: id, to_date: '2028-06-10' }, false],
  ])('%s', (_title, given, ok) => expect(NewTimeOff.safeParse(given).success).toBe(ok))
})
