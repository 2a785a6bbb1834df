import { describe, expect, it } from 'vitest'
import { countOf, customerLists, isOneFound, wishesChangedText } from './customer-lists.ts'

const counts = { active: 5, paused: 1, lead: 2, archived: 0 }
const nobody = { active: 0, paused: 0, lead: 0, archived: 0 }
const oneLead = { ...nobody, lead: 1 }

it('counts all statuses, or some', () => {
  expect([countOf(counts), countOf(counts, ['active', 'paused']), countOf(counts, [])]).toEqual([
    8, 6, 0,
  ])
})

it.each([
  { search: {}, found: counts, is: false },
  { search: { customer: 'x' }, found: null, is: false },
  { search: { customer: 'x' }, found: nobody, is: false },
  { search: { customer: 'x' }, found: oneLead, is: true },
])('$search.customer among $found is the one: $is', ({ search, found, is }) => {
  expect(isOneFound(search, found)).toBe(is)
})

describe('the lists', () => {
  it.each([
    {
      title: 'for the office',
      search: {},
      found: counts,
      lists: ['Active & Paused 6', 'Leads 2', 'Archived 0'],
    },
    {
      title: 'for others, without leads',
      search: {},
      found: counts,
      canManage: false,
      lists: ['Active & Paused 6', 'Archived 0'],
    },
    {
      title: 'while nothing is counted',
      search: {},
      found: null,
      lists: ['Active & Paused null', 'Leads null', 'Archived null'],
    },
    {
      title: 'of one status',
      search: { status: 'paused' as const },
      found: counts,
      lists: ['Active & Paused 1'],
    },
    {
      title: 'of leads, for others',
      search: { status: 'lead' as const },
      found: counts,
      canManage: false,
      lists: [],
    },
    { title: 'of the one found', search: { customer: 'x' }, found: oneLead, lists: ['Leads 1'] },
    {
      title: 'when the one is not there',
      search: { customer: 'x' },
      found: nobody,
      lists: ['Active & Paused 0', 'Leads 0', 'Archived 0'],
    },
  ])('$title', ({ search, found, canManage = true, lists }) => {
    expect(
      customerLists(search, found, canManage).map(({ title, count }) => `${title} ${count}`),
    ).toEqual(lists)
  })

  it.each([
    { search: {}, empty: 'No active customers yet.' },
    { search: { q: 'ann' }, empty: 'No one here matches the filters.' },
  ])('empty: $empty', ({ search, empty }) => {
    expect(customerLists(search, nobody, true)[0]?.empty).toBe(empty)
  })
})

it.each([
  [1, 'A customer changed their preferences.'],
  [2, '2 customers changed their preferences.'],
  [1200, '1,200 customers changed their preferences.'],
])('%i', (n, text) => {
  expect(wishesChangedText(n)).toBe(text)
})
