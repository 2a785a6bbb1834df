import { describe, expect, it } from 'vitest'
import {
  addressToKeep,
  bestToKeep,
  mergeConflicts,
  mergedStatus,
  mergedTexts,
  mergeEffects,
  mergeNote,
  mergeRule,
  methodsUsable,
  movesText,
  type MergeMoves,
  type MergeSide,
} from './merging.ts'

const side = (values: Partial<MergeSide> = {}): MergeSide => ({
  id: 'a',
  status: 'active',
  name: null,
  email: null,
  phone_number: null,
  street: null,
  city: null,
  state: null,
  zip: null,
  person_id: null,
  autopay_enabled: false,
  stripe_customer_id: null,
  paused_from: null,
  resume_on: null,
  sms_opt_in: false,
  refused_texts: false,
  ...values,
})
const nothing: MergeMoves = {
  series: 0,
  visits: 0,
  invoices: 0,
  open_invoices: 0,
  open_balance_cents: 0,
  credit_cents: 0,
  payments: 0,
  notes: 0,
  locations: 0,
  methods: 0,
  requests: 0,
  messages: 0,
}
const facts = (
  keep: Partial<MergeSide>,
  from: Partial<MergeSide>,
  moves: Partial<MergeMoves> = {},
) => ({
  keep: side({ name: 'Ann', ...keep }),
  from: side({ id: 'b', name: 'Ann', ...from }),
  moves: { ...nothing, ...moves },
  is_paying: false,
})

describe('whether two customers can be merged', () => {
  it.each([
    ['two without an account', facts({}, {}), null],
    ['one with an account', facts({}, { person_id: 'p' }), null],
    ['two with accounts', facts({ person_id: 'p' }, { person_id: 'q' }), 'sign_ins_separate'],
    ['the same customer', facts({}, { id: 'a' }), 'customer_same'],
    ['a payment in progress', { ...facts({}, {}), is_paying: true }, 'payment_unsettled'],
  ])('%s', (_, given, code) => expect(mergeRule(given)?.code ?? null).toBe(code))
  it('lists every reason', () =>
    expect(
      mergeConflicts({ ...facts({ person_id: 'p' }, { person_id: 'q' }), is_paying: true }).map(
        ({ code }) => code,
      ),
    ).toEqual(['sign_ins_separate', 'payment_unsettled']))
})

it.each([
  ['active', 'paused', 'active'],
  ['paused', 'lead', 'paused'],
  ['archived', 'lead', 'lead'],
  ['archived', 'archived', 'archived'],
] as const)('%s and %s make %s, in either order', (a, b, both) =>
  expect([mergedStatus(a, b), mergedStatus(b, a)]).toEqual([both, both]),
)

describe('SMS consent', () => {
  const phone_number = '+19195550101'
  it.each([
    [
      'consent for the number that is taken over',
      side(),
      side({ phone_number, sms_opt_in: true }),
      true,
    ],
    [
      'consent for the number both have',
      side({ phone_number }),
      side({ phone_number, sms_opt_in: true }),
      true,
    ],
    [
      'an opt-out for the number both have',
      side({ phone_number, sms_opt_in: true }),
      side({ phone_number, refused_texts: true }),
      false,
    ],
    [
      'consent for a dropped number',
      side({ phone_number: '+19195550199' }),
      side({ phone_number, sms_opt_in: true }),
      false,
    ],
    [
      'an opt-out for a dropped number',
      side({ phone_number, sms_opt_in: true }),
      side({ phone_number: '+19195550199', refused_texts: true }),
      true,
    ],
  ])('%s', (_, keep, from, on) => expect(mergedTexts(keep, from)).toBe(on))
})

it('cards are usable unless the provider has two customers', () => {
  const [one, other, none] = [
    { stripe_customer_id: 'cus_1' },
    { stripe_customer_id: 'cus_2' },
    { stripe_customer_id: null },
  ]
  expect([
    methodsUsable(one, other),
    methodsUsable(one, one),
    methodsUsable(none, one),
    methodsUsable(one, none),
  ]).toEqual([false, true, true, true])
})

it('keeps the customer who signs in, else the chargeable one, else the active one, else the older', () => {
  const one = (values: object) => ({
    id: 'b',
    status: 'lead' as const,
    has_login: false,
    has_autopay: false,
    has_card_on_file: false,
    ...values,
  })
  const order = [
    { has_login: true },
    { has_autopay: true, status: 'active' },
    { has_card_on_file: true },
    { status: 'active' },
    { id: 'a' },
    {},
    { status: 'archived' },
  ].map(one)
  for (const [at, better] of order.entries())
    for (const worse of order.slice(at + 1))
      expect([bestToKeep(better, worse), bestToKeep(worse, better)]).toEqual([better, better])
})

it('counts what moves, and doesn’t mention zeros', () =>
  expect(
    movesText({
      ...nothing,
      series: 1,
      visits: 2,
      open_balance_cents: 500,
      open_invoices: 1,
      invoices: 1,
      credit_cents: 2500,
    }),
  ).toEqual(['1 series on the schedule', '2 visits', '1 invoice', '$25.00 of unused credit']))

it('a complete address replaces a partial one', () => {
  const whole = side({ street: '1 Oak St', city: 'Raleigh', state: 'NC', zip: '27601' })
  const part = side({ id: 'b', city: 'Cary' })
  expect([
    addressToKeep(part, whole),
    addressToKeep(whole, part),
    addressToKeep(part, side()),
    addressToKeep(side(), part),
  ]).toEqual([whole, whole, part, part])
})

describe('the preview', () => {
  it('is empty when nothing changes', () => expect(mergeEffects(facts({}, {}))).toEqual([]))
  it('explains what happens to autopay', () => {
    expect(
      mergeEffects(
        facts(
          { autopay_enabled: true },
          { name: 'Bo', autopay_enabled: true },
          { series: 1, open_invoices: 2 },
        ),
      ),
    ).toEqual([
      'Bo agreed to automatic payments for that account only, so they end. Ask them to agree again.',
      'Automatic payments for Ann continue and now cover future visits of both.',
      'Open invoices that move are not charged automatically.',
      'A note keeps the other details: Bo.',
    ])
  })
  it('explains what happens to cards', () => {
    expect(mergeEffects(facts({}, { stripe_customer_id: 'cus_1' }, { methods: 1 }))).toEqual([
      '1 saved card or bank account of the other can be used for the one you keep.',
    ])
    expect(
      mergeEffects(
        facts({ stripe_customer_id: 'cus_2' }, { stripe_customer_id: 'cus_1' }, { methods: 2 }),
      ),
    ).toEqual([
      '2 saved cards or bank accounts of the other cannot be used for the one you keep and will be removed.',
    ])
  })
  it('says who is paused, and that they no longer will be', () => {
    expect(mergeEffects(facts({}, { status: 'paused' }))).toEqual([
      'The work that moves stays paused.',
    ])
    expect(mergeEffects(facts({ status: 'paused' }, {}))).toEqual([
      'The one you keep becomes active.',
      'The work of the one you keep stays paused; the work that moves continues.',
    ])
  })
})

it('the note lists only values that differ from the kept customer’s', () => {
  const keep = side({ name: 'Ann Lee', email: 'ann@mail.example', phone_number: '+19195550101' })
  expect(mergeNote({ keep, from: side({ name: 'Ann Lee', email: 'ANN@mail.example' }) })).toBe(
    'Merged with Ann Lee.',
  )
  expect(
    mergeNote({
      keep,
      from: side({ name: 'A. Lee', email: 'lee@mail.example', street: '1 Oak St' }),
    }),
  ).toBe('Merged with A. Lee. Also known by: A. Lee, lee@mail.example.')
})
