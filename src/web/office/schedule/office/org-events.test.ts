import { describe, expect, it } from 'vitest'
import type { OrgEvent } from '../../../../api/week.ts'
import { testVisit } from '../../../shared/visits/test-visit.ts'
import { aboutText, plannedDays, timeOn } from './org-events.ts'

const visit = (id: string, date: string): OrgEvent => ({
  ...testVisit(id, { date }),
  type: 'visit',
  title: 'Mowing',
})
const event = (over: object = {}) =>
  ({
    type: 'misc_event',
    id: 'fair',
    title: 'Fair',
    date: '2026-11-24',
    start_minutes: 1380,
    duration_minutes: 120,
    team: null,
    team_id: null,
    notes: null,
    ...over,
  }) as unknown as OrgEvent
const page = (from: string, next_from: string, ...items: OrgEvent[]) => ({ from, next_from, items })
const days = (...pages: ReturnType<typeof page>[]) =>
  plannedDays(pages).map(({ date, items }) => `${date} ${items.map(({ id }) => id).join()}`)

describe('the days of all that is planned', () => {
  it.each([
    ['are none before anything is loaded', [], []],
    ['leave out those with nothing', [page('2026-11-23', '2026-11-30')], []],
    [
      'are in order, each once',
      [
        page(
          '2026-11-23',
          '2026-11-30',
          visit('b', '2026-11-26'),
          visit('a', '2026-11-23'),
          visit('c', '2026-11-26'),
        ),
      ],
      ['2026-11-23 a', '2026-11-26 b,c'],
    ],
    [
      'have what lasts past midnight twice',
      [page('2026-11-23', '2026-11-30', event())],
      ['2026-11-24 fair', '2026-11-25 fair'],
    ],
    [
      'begin with the first that was asked for',
      [page('2026-11-25', '2026-11-30', event())],
      ['2026-11-25 fair'],
    ],
    [
      'end where the next ones begin',
      [page('2026-11-23', '2026-11-25', event())],
      ['2026-11-24 fair'],
    ],
    [
      'go on with the next ones',
      [
        page('2026-11-23', '2026-11-25', event()),
        page('2026-11-25', '2026-12-02', visit('a', '2026-11-25')),
      ],
      ['2026-11-24 fair', '2026-11-25 fair,a'],
    ],
  ])('%s', (_title, pages, expected) => expect(days(...pages)).toEqual(expected))
})

describe('a line of all that is planned', () => {
  it.each([
    ['a visit', visit('a', '2026-11-24'), '9:00 AM', 'Unassigned'],
    ['an event all day', event({ start_minutes: null }), 'All day', 'Everyone · 2 h'],
    ['an event past midnight', event(), '11:00 PM – 1:00 AM', 'Everyone · 2 h'],
    [
      'a team’s event with notes',
      event({
        start_minutes: 600,
        team: { id: 'red', name: 'Red Crew' },
        notes: 'Bring the banner',
      }),
      '10:00 AM',
      'Red Crew · 2 h · Bring the banner',
    ],
  ])('of %s', (_title, item, time, about) => {
    expect(timeOn(item, '2026-11-24')).toBe(time)
    expect(aboutText(item)).toBe(about)
  })
})
