import { describe, expect, it } from 'vitest'
import { readScheduleSettings } from '../../../domain/base/organization.ts'
import type { Organization } from '../../../domain/base/organization.ts'
import { draftErrors, draftOf, fieldAt, patchOf, type Draft } from './draft.ts'

const saved = {
  name: 'Green Acres',
  industry: 'Lawncare',
  website: 'https://green.example',
  service_area_zipcodes: [],
  business_hours: null,
  closed_dates: [],
  estimated_customers: 40,
  customer_due_day: 28,
  schedule_settings: readScheduleSettings({}),
} as unknown as Organization
const fee = { fee_on: true, fee_kind: 'flat', fee_amount: 10, fee_days: 15 } as const

/** What is sent after these changes. */
const sent = (change: Partial<Draft>) =>
  patchOf(Object.keys(change) as (keyof Draft)[], { ...draftOf(saved), ...change })
const wrong = (change: Partial<Draft>) =>
  draftErrors(Object.keys(change) as (keyof Draft)[], { ...draftOf(saved), ...change })

describe('what a change of the settings sends', () => {
  it.each<[string, Partial<Draft>, object]>([
    [
      'a text without the blanks around it',
      { insurance_provider: ' Acme ' },
      { insurance_provider: 'Acme' },
    ],
    ['null for a cleared field', { website: '' }, { website: null }],
    ['an empty name as it is, to be refused', { name: ' ' }, { name: '' }],
    [
      'the industry as older clients do',
      { industry: 'Cleaning' },
      { marketing: { industry: 'Cleaning' } },
    ],
    ['a choice about money', { tips_on: true }, { schedule_settings: { tips_on: true } }],
    [
      'a late fee in cents',
      { ...fee, fee_amount: '12.5' },
      { schedule_settings: { late_fee: { kind: 'flat', cents: 1250, after_days: 15 } } },
    ],
    [
      'a late fee in hundredths of a percent',
      { ...fee, fee_kind: 'percent', fee_amount: 1.5 },
      { schedule_settings: { late_fee: { kind: 'percent', basis_points: 150, after_days: 15 } } },
    ],
    [
      'no late fee, whatever its amount was',
      { fee_on: false, fee_amount: 99 },
      { schedule_settings: { late_fee: null } },
    ],
    [
      'a hold from an amount and some days on',
      { hold_on: true, hold_dollars: 50, hold_days: 2 },
      { schedule_settings: { hold_after_cents: 5000, hold_after_days: 2 } },
    ],
    [
      'a hold of at least a day, from any amount on',
      { hold_on: true, hold_dollars: '', hold_days: '' },
      { schedule_settings: { hold_after_cents: null, hold_after_days: 1 } },
    ],
    [
      'no hold',
      { hold_on: false },
      { schedule_settings: { hold_after_cents: null, hold_after_days: null } },
    ],
  ])('%s', (_, change, patch) => expect(sent(change)).toEqual(patch))
})

describe('what is wrong stands at its field', () => {
  it.each<[string, Partial<Draft>, (keyof Draft)[]]>([
    ['nothing', { name: 'Green' }, []],
    ['no name', { name: '' }, ['name']],
    ['a fee of nothing', { ...fee, fee_amount: '' }, ['fee_amount']],
    ['a fee that never comes', { ...fee, fee_days: 0 }, ['fee_days']],
    [
      'nine reminders',
      { bill_reminder_steps: [1, 2, 3, 4, 5, 6, 7, 8, 9] },
      ['bill_reminder_steps'],
    ],
  ])('%s', (_, change, fields) => expect(Object.keys(wrong(change))).toEqual(fields))

  it.each([
    [['schedule_settings', 'late_fee', 'basis_points'], 'fee_amount'],
    [['schedule_settings', 'hold_after_days'], 'hold_days'],
    [['marketing', 'industry'], 'industry'],
    [['business_hours', 'mon', 'open'], 'business_hours'],
    [['service_area_zipcodes', 3], 'service_area_zipcodes'],
  ])('%j', (path, field) => expect(fieldAt(path)).toBe(field))
})
