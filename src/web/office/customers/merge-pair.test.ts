import { expect, it } from 'vitest'
import { mergePair, distinguishingFacts } from './merge-pair.ts'

const lead = {
  id: 'a',
  status: 'lead' as const,
  has_login: false,
  has_autopay: false,
  has_card_on_file: false,
}
const payer = { ...lead, id: 'b', has_login: true, has_autopay: true }

it.each([
  { chosen: null, keep: 'b', from: 'a' },
  { chosen: 'a', keep: 'a', from: 'b' },
  { chosen: 'b', keep: 'b', from: 'a' },
  { chosen: 'gone', keep: 'b', from: 'a' },
])('with $chosen chosen $keep is kept', ({ chosen, keep, from }) => {
  for (const [one, other] of [
    [lead, payer],
    [payer, lead],
  ] as const) {
    const pair = mergePair(one, other, chosen)
    expect([pair.keep.id, pair.from.id]).toEqual([keep, from])
  }
})

const unknown = {
  ...lead,
  email: null,
  phone_number: null,
  street: null,
  city: null,
  state: null,
  zip: null,
  frequency_label: null,
  outstanding_balance_cents: 0,
  created_at: '2026-11-20T23:30:00.000Z',
}

it.each([
  { title: 'next to nothing', change: {}, facts: ['Since Nov 20, 2026'] },
  {
    title: 'everything',
    change: {
      email: 'ann@mail.example',
      phone_number: '+19195550101',
      street: '14 Boylan Ave',
      city: 'Raleigh',
      state: 'NC',
      zip: '27603',
      frequency_label: 'Weekly',
      has_login: true,
      has_card_on_file: true,
      outstanding_balance_cents: 12_050,
    },
    facts: [
      'ann@mail.example',
      '(919) 555-0101',
      '14 Boylan Ave, Raleigh, NC 27603',
      'Weekly',
      'Signs in, Card on file',
      '$120.50 due',
      'Since Nov 20, 2026',
    ],
  },
])('of whom $title is known', ({ change, facts }) => {
  expect(distinguishingFacts({ ...unknown, ...change })).toEqual(facts)
})
