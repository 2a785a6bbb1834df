import { describe, expect, it } from 'vitest'
import { cardFacts, firstWords, pauseText } from './card-text.ts'

describe('the facts of a card', () => {
  const teams = [
    { id: 'n', name: 'North Crew' },
    { id: 's', name: 'South Crew' },
  ]
  const plain = {
    frequency_label: null,
    next_visit_at: null,
    cltv_cents: 0,
    outstanding_balance_cents: 0,
    team_id: null,
  }
  const valuesOf = (change: Partial<Parameters<typeof cardFacts>[0]>) =>
    Object.fromEntries(
      cardFacts({ ...plain, ...change }, teams).map(({ name, value }) => [name, value]),
    )
  const unplanned = {
    Frequency: '–',
    'Next visit': '–',
    CLTV: { cents: 0 },
    Team: 'Unassigned',
  }

  it.each([
    { title: 'nothing planned', change: {}, facts: {} },
    { title: 'weekly work', change: { frequency_label: 'Weekly' }, facts: { Frequency: 'Weekly' } },
    {
      title: 'a visit late in the evening',
      change: { next_visit_at: '2026-11-20T23:30:00-05:00' },
      facts: { 'Next visit': 'Fri, Nov 20' },
    },
    {
      title: 'money paid and due',
      change: { cltv_cents: 12_000, outstanding_balance_cents: 1 },
      facts: { CLTV: { cents: 12_000 }, 'Balance due': { cents: 1 } },
    },
    { title: 'a credit', change: { outstanding_balance_cents: -500 }, facts: {} },
    { title: 'a team', change: { team_id: 's' }, facts: { Team: 'South Crew' } },
    { title: 'a team that is gone', change: { team_id: 'x' }, facts: {} },
  ])('$title', ({ change, facts }) => {
    expect(valuesOf(change)).toEqual({ ...unplanned, ...facts })
  })

  it('only a balance due is bad', () => {
    const facts = cardFacts({ ...plain, cltv_cents: 5, outstanding_balance_cents: 5 }, teams)
    expect(facts.filter(({ isBad }) => isBad).map(({ name }) => name)).toEqual(['Balance due'])
  })
})

it.each([
  {
    paused_from: '2026-11-20',
    resume_on: '2026-12-04',
    pause_reason: 'Away',
    text: 'Paused from Fri, Nov 20 until Fri, Dec 4. Away',
  },
  { paused_from: null, resume_on: '2026-12-04', text: 'Paused until Fri, Dec 4.' },
  { paused_from: '2026-11-20', text: 'Paused from Fri, Nov 20 until resumed.' },
  { pause_reason: 'Moving', text: 'Paused until resumed. Moving' },
])('$text', ({ text, ...pause }) => {
  expect(pauseText({ paused_from: null, resume_on: null, pause_reason: null, ...pause })).toBe(text)
})

it.each([
  { words: [], shown: [], rest: [] },
  { words: ['a', 'b', 'c', 'd'], shown: ['a', 'b', 'c', 'd'], rest: [] },
  { words: ['a', 'b', 'c', 'd', 'e', 'f'], shown: ['a', 'b', 'c', 'd'], rest: ['e', 'f'] },
])('of $words.length words shows $shown.length', ({ words, shown, rest }) => {
  expect(firstWords(words, 'tags')).toEqual({ shown, rest })
})
