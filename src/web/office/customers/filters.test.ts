import { describe, expect, it } from 'vitest'
import { filterOf, hasChoices, isFiltered } from '../../shared/customers/filters.ts'

const id = '0190f3b2-0000-7000-8000-000000000001'

describe('the filter of an address', () => {
  it.each([
    { title: 'with nothing', search: {}, filter: {} },
    { title: 'with a tab alone', search: { tab: 'teams' as const }, filter: {} },
    {
      title: 'with everything',
      search: {
        customer: id,
        q: 'ann',
        status: 'lead' as const,
        team: id,
        service: 'mowing',
        frequency: 'weekly',
        tag: 'dog',
        autopay: 1 as const,
        due: 1 as const,
        wishes: 1 as const,
      },
      filter: {
        customer_id: id,
        q: 'ann',
        status: 'lead',
        team_id: id,
        service: 'mowing',
        frequency: 'weekly',
        tag: 'dog',
        autopay: '1',
        due: '1',
        wishes: '1',
      },
    },
    { title: 'without a team', search: { team: 'none' }, filter: { team_id: 'none' } },
    {
      title: 'with what cannot be',
      search: { customer: 'ann', team: 'north', service: 'a b', frequency: 'hourly' },
      filter: {},
    },
    {
      title: 'with too many words',
      search: { q: 'x'.repeat(300) },
      filter: { q: 'x'.repeat(200) },
    },
  ])('$title', ({ search, filter }) => {
    expect(filterOf(search)).toEqual(filter)
  })
})

it.each([
  { search: {}, filtered: false, chosen: false },
  { search: { tab: 'teams' as const }, filtered: false, chosen: false },
  { search: { q: 'ann' }, filtered: true, chosen: false },
  { search: { customer: id }, filtered: true, chosen: false },
  { search: { q: 'ann', due: 1 as const }, filtered: true, chosen: true },
  { search: { team: 'none' }, filtered: true, chosen: true },
])('$search is filtered: $filtered, chosen: $chosen', ({ search, filtered, chosen }) => {
  expect([isFiltered(search), hasChoices(search)]).toEqual([filtered, chosen])
})
