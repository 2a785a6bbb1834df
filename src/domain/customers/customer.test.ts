import { describe, expect, it } from 'vitest'
import {
  customerRules,
  customerStatuses,
  hasAllTags,
  NewLocation,
  NewNote,
  offerSkip,
  PreferencesPatch,
  rulesOfFrequency,
  statusChange,
  tagsInFilter,
  tidyTags,
  unarchivedStatus,
  wishesOfFrequency,
  type CustomerStatus,
} from './customer.ts'
import { ContactPatch, NewCustomer } from './contact-fields.ts'
import { BulkStatus } from './customer-bulk.ts'
import { customerFrequencies } from '../base/cadence.ts'

const id = '0199aa00-0000-7000-8000-000000000001'

describe('customerRules', () => {
  it.each<[keyof typeof customerRules, Record<CustomerStatus, string | null>]>([
    [
      'convert',
      {
        lead: null,
        active: 'customer_not_lead',
        paused: 'customer_not_lead',
        archived: 'customer_archived',
      },
    ],
    [
      'pause',
      {
        lead: 'customer_not_active',
        active: null,
        paused: 'customer_not_active',
        archived: 'customer_archived',
      },
    ],
    [
      'resume',
      {
        lead: 'customer_not_paused',
        active: 'customer_not_paused',
        paused: null,
        archived: 'customer_archived',
      },
    ],
    ['archive', { lead: null, active: null, paused: null, archived: 'customer_archived' }],
    [
      'unarchive',
      {
        lead: 'customer_not_archived',
        active: 'customer_not_archived',
        paused: 'customer_not_archived',
        archived: null,
      },
    ],
    [
      'schedule',
      {
        lead: 'customer_is_lead',
        active: null,
        paused: 'customer_paused',
        archived: 'customer_archived',
      },
    ],
  ])('%s', (name, expected) => {
    expect(
      Object.fromEntries(
        customerStatuses.map((status) => [status, customerRules[name]({ status })?.code ?? null]),
      ),
    ).toEqual(expected)
  })

  it.each<[CustomerStatus, CustomerStatus, keyof typeof customerRules | null]>([
    ['lead', 'active', 'convert'],
    ['active', 'archived', 'archive'],
    ['lead', 'archived', 'archive'],
    ['archived', 'active', 'unarchive'],
    ['archived', 'lead', 'unarchive'],
    ['active', 'paused', 'pause'],
    ['paused', 'active', 'resume'],
    ['active', 'lead', 'convert'],
    ['active', 'active', null],
  ])('from %s to %s asks %s', (from, to, name) => {
    expect(statusChange(from, to)).toBe(name)
  })

  it('unarchives a customer as a customer and a lead as a lead', () => {
    expect([
      unarchivedStatus({ was_active: true }),
      unarchivedStatus({ was_active: false }),
    ]).toEqual(['active', 'lead'])
  })
})

describe('tags', () => {
  it('are parsed from a filter', () => {
    expect(tagsInFilter(' Gate, dog,,GATE ')).toEqual(['gate', 'dog'])
  })
  it('are kept as typed and split at commas, so that each can be found', () => {
    const kept = tidyTags(['Gate, Dog ', 'gate', ' , ', '🏠 home'])
    expect(kept).toEqual(['Gate', 'Dog', '🏠 home'])
    for (const tag of kept) expect(hasAllTags(kept, tagsInFilter(tag))).toBe(true)
  })
  it.each([
    [['Gate', 'Dog'], ['dog'], true],
    [['Gate'], ['gate', 'dog'], false],
    [[], [], true],
  ])('%o has all of %o: %s', (tags, wanted, expected) => {
    expect(hasAllTags(tags, wanted)).toBe(expected)
  })
})

describe('input', () => {
  it('a contact edit clears empty fields and keeps absent ones', () => {
    expect(ContactPatch.parse({ email: '', phone_number: null, name: ' Ana ' })).toEqual({
      email: null,
      phone_number: null,
      name: 'Ana',
    })
    expect(ContactPatch.safeParse({ email: 'x' }).error?.issues[0]?.message).toBe(
      'Enter a valid email',
    )
  })
  it('a new customer needs only a name', () => {
    expect(NewCustomer.parse({ name: 'Ana', email: '' })).toMatchObject({
      name: 'Ana',
      email: null,
      phone_number: null,
      status: 'lead',
      tags: [],
    })
    expect(NewCustomer.safeParse({ name: ' ' }).error?.issues[0]?.message).toBe('Enter a name')
  })
  it('a note can’t be empty', () => {
    expect([
      NewNote.safeParse({ text: ' \n' }).success,
      NewNote.parse({ text: ' hi ' }).text,
    ]).toEqual([false, 'hi'])
  })
  it('a location is called Home by default', () => {
    const address = { street: '1 A St', city: 'Cary', state: 'nc', zip: '27511' }
    expect(NewLocation.parse({ ...address, label: ' ' })).toMatchObject({
      label: 'Home',
      state: 'NC',
      is_default: false,
    })
  })
  it('accepts up to 500 at once', () => {
    expect(
      BulkStatus.safeParse({ ids: Array.from({ length: 501 }, () => id), status: 'active' })
        .success,
    ).toBe(false)
    expect(BulkStatus.safeParse({ ids: [], status: 'active' }).success).toBe(false)
  })
  it.each([
    [
      { service_frequency: 'biweekly' },
      { service_frequency: 'every_x_weeks', service_interval: 2 },
    ],
    [
      { service_frequency: 'every_x_weeks', service_interval: '99' },
      { service_frequency: 'every_x_weeks', service_interval: 26 },
    ],
    [
      { service_frequency: 'monthly', service_interval: 3 },
      { service_frequency: 'monthly', service_interval: null },
    ],
    [{ available_days: ['Sunday'], service_interval: 3 }, { available_days: ['sun'] }],
  ])('preferences %o are saved as %o', (sent, kept) => {
    expect(PreferencesPatch.parse(sent)).toEqual(kept)
  })
})

describe('frequency in the list', () => {
  it.each([
    ['weekly', 'weekly 1 false', 'weekly '],
    ['weekly', 'every_x_weeks 1 false', 'every_x_weeks 1'],
    ['bi-weekly', 'every_x_weeks 2 false', 'biweekly '],
    ['bi-weekly', 'every_x_weeks 2 false', 'every_x_weeks '],
    ['monthly', 'every_x_months 1 false', 'monthly '],
  ] as const)('%s: %s, preference %j', (word, rule, wish) => {
    expect(rulesOfFrequency(word)).toContain(rule)
    expect(wishesOfFrequency(word)).toContain(wish)
    for (const other of customerFrequencies.filter((one) => one !== word)) {
      expect(rulesOfFrequency(other)).not.toContain(rule)
      expect(wishesOfFrequency(other)).not.toContain(wish)
    }
  })
  it('anything with a season is seasonal', () => {
    expect(rulesOfFrequency('seasonal')).toContain('weekly 1 true')
    expect(rulesOfFrequency('seasonal').filter((rule) => rule.endsWith('false'))).toEqual([])
  })
})

describe('a promotion skips', () => {
  const facts = { status: 'active', email: 'a@mail.example', promotions_off: false } as const
  it.each([
    [null, facts],
    ['archived', { ...facts, status: 'archived', email: null, promotions_off: true }],
    ['no_email', { ...facts, email: null, promotions_off: true }],
    ['no_email', { ...facts, email: '' }],
    ['unsubscribed', { ...facts, promotions_off: true }],
  ] as const)('%s', (skip, given) => expect(offerSkip(given)).toBe(skip))
})
