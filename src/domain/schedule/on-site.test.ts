import { describe, expect, it } from 'vitest'
import { differenceText, onSiteMinutes, sumOnSite, type OnSiteVisit } from './on-site.ts'

describe('onSiteMinutes', () => {
  it.each<[string, string, string, number]>([
    ['a morning', '2027-06-09T12:00:00Z', '2027-06-09T13:25:59Z', 85],
    ['over the night clocks go forward', '2027-03-14T06:30:00Z', '2027-03-14T07:30:00Z', 60],
    ['over the night clocks go back', '2027-11-07T05:30:00Z', '2027-11-07T06:30:00Z', 60],
    ['completed before it started', '2027-06-09T12:00:00Z', '2027-06-09T11:00:00Z', 0],
  ])('%s', (_, started_at, completed_at, minutes) => {
    expect(onSiteMinutes({ started_at, completed_at })).toBe(minutes)
  })
})

const visit = (service: string, team: string, planned_minutes: number, minutes: number) =>
  ({ service, team, planned_minutes, minutes }) as OnSiteVisit

it('adds up by service and by team', () => {
  const visits = [
    visit('Mow', 'South', 60, 85),
    visit('Edge', 'North', 30, 20),
    visit('Mow', 'North', 60, 60),
  ]
  expect(sumOnSite(visits, 'service')).toEqual([
    { name: 'Edge', visits: 1, planned_minutes: 30, minutes: 20 },
    { name: 'Mow', visits: 2, planned_minutes: 120, minutes: 145 },
  ])
  expect(sumOnSite(visits, 'team').map(({ name, minutes }) => [name, minutes])).toEqual([
    ['North', 80],
    ['South', 85],
  ])
})

it.each([
  [60, 85, '+0:25'],
  [60, 60, '0:00'],
  [130, 5, '−2:05'],
])('planned %i, took %i: %s', (planned_minutes, minutes, text) => {
  expect(differenceText({ planned_minutes, minutes })).toBe(text)
})
