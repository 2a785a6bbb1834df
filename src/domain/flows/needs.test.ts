import { describe, expect, it } from 'vitest'
import { missingTeams, openNeeds, type Needs } from './needs.ts'

const none: Needs = {
  disputes: 0,
  failed_refunds: 0,
  payouts: 0,
  unconfirmed: 0,
  long_shifts: 0,
  declined: 0,
  requests: 0,
  crew_reports: 0,
  extra_work: 0,
  not_clocked_in: 0,
  missed: 0,
  unassigned: 0,
  to_place: 0,
  leaving: 0,
  wishes: 0,
  signups: 0,
  unfinished: 0,
  late: 0,
  to_bill: 0,
  ending: 0,
}

describe('openNeeds', () => {
  it('leaves out what does not wait and begins with the most pressing', () => {
    expect(openNeeds(none)).toEqual([])
    expect(openNeeds({ ...none, late: 3, disputes: 1, requests: 2 })).toEqual([
      { kind: 'disputes', count: 1 },
      { kind: 'requests', count: 2 },
      { kind: 'late', count: 3 },
    ])
    expect(openNeeds({ ...none, to_place: 1, leaving: 1, unassigned: 1 })).toEqual([
      { kind: 'unassigned', count: 1 },
      { kind: 'to_place', count: 1 },
      { kind: 'leaving', count: 1 },
    ])
  })
})

describe('missingTeams', () => {
  const nine = { team_id: 'north', start_minutes: 540, hasBegun: false }
  const clocks = new Set(['north', 'south'])
  const noTeams = new Set<string>()
  it.each([
    ['within a quarter of an hour', [nine], { clocks, working: noTeams }, 555, []],
    ['after that', [nine], { clocks, working: noTeams }, 556, ['north']],
    ['on the clock', [nine], { clocks, working: new Set(['north']) }, 700, []],
    ['another team on the clock', [nine], { clocks, working: new Set(['south']) }, 700, ['north']],
    ['a team that never clocks in', [nine], { clocks: noTeams, working: noTeams }, 700, []],
    [
      'a stop has begun',
      [nine, { ...nine, hasBegun: true }],
      { clocks, working: noTeams },
      700,
      [],
    ],
    ['no time', [{ ...nine, start_minutes: null }], { clocks, working: noTeams }, 700, []],
    ['unassigned', [{ ...nine, team_id: null }], { clocks, working: noTeams }, 700, []],
    [
      'two late stops',
      [nine, { ...nine, start_minutes: 600 }],
      { clocks, working: noTeams },
      700,
      ['north'],
    ],
  ])('%s', (_name, stops, teams, minutes, missing) => {
    expect(missingTeams(stops, teams, minutes)).toEqual(missing)
  })
})
