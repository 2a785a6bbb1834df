import { describe, expect, it } from 'vitest'
import { zonedToUtcIso } from '../base/dates.ts'
import {
  barsOfReminders,
  isCompletionNews,
  isRemindable,
  reminderDates,
  remindersText,
  switchedOffMessages,
} from './reminder.ts'

describe('reminderDates', () => {
  const settings = { reminder_days_before: 1, reminder_hour: 9 }
  const tomorrow = { today: '2026-11-20', from: '2026-11-21', to: '2026-11-21' }
  it.each([
    ['not a minute early', settings, '2026-11-20', 8 * 60 + 59, null],
    ['at the hour', settings, '2026-11-20', 9 * 60, tomorrow],
    ['late, when the hour was missed', settings, '2026-11-20', 19 * 60 + 59, tomorrow],
    ['never in the evening', settings, '2026-11-20', 20 * 60, null],
    ['nor at night', settings, '2026-11-20', 2 * 60, null],
    [
      'never with reminders off',
      { ...settings, reminder_days_before: 0 },
      '2026-11-20',
      9 * 60,
      null,
    ],
    ['at another hour', { ...settings, reminder_hour: 17 }, '2026-11-20', 16 * 60 + 59, null],
    [
      'days ahead, including those in between',
      { ...settings, reminder_days_before: 3 },
      '2026-11-20',
      9 * 60,
      { ...tomorrow, to: '2026-11-23' },
    ],
    [
      'across the end of a year',
      settings,
      '2026-12-31',
      9 * 60,
      { today: '2026-12-31', from: '2027-01-01', to: '2027-01-01' },
    ],
  ] as const)('%s', (_, given, date, minutes, expected) => {
    for (const zone of ['America/New_York', 'Pacific/Honolulu', 'America/Phoenix', 'Pacific/Guam'])
      expect(reminderDates(given, zone, zonedToUtcIso(date, minutes, zone))).toEqual(expected)
  })

  it('keeps the local hour across daylight saving changes', () => {
    const at = (moment: string) => reminderDates(settings, 'America/New_York', moment)?.to ?? null
    expect([at('2027-03-14T12:59:00Z'), at('2027-03-14T13:00:00Z')]).toEqual([null, '2027-03-15'])
    expect([at('2027-11-07T13:59:00Z'), at('2027-11-07T14:00:00Z')]).toEqual([null, '2027-11-08'])
  })
})

it.each([
  ['a scheduled visit', 'scheduled', [], true],
  ['a cancelled one', 'skipped', [], false],
  ['a completed one', 'completed', [], false],
  ['one in progress', 'in_progress', [], false],
  [
    'one while its customer is paused',
    'scheduled',
    [{ from: '2026-11-01', resume_on: null }],
    false,
  ],
  ['one after the pause', 'scheduled', [{ from: '2026-11-01', resume_on: '2026-11-21' }], true],
] as const)('reminder for %s', (_, status, pauses, expected) =>
  expect(isRemindable({ status, date: '2026-11-21' }, pauses)).toBe(expected),
)

const both = { has_email: true, has_phone: true }
const plain = { prefs: null, preferred_contact: null, sms_opt_in: false, ...both }

describe('messages about visits', () => {
  it.each([
    [false, { prefs: null, preferred_contact: null, sms_opt_in: false }, 'without an account'],
    [
      false,
      { prefs: { email_general: true }, preferred_contact: 'email', sms_opt_in: false },
      'by email',
    ],
    [
      false,
      { prefs: { email_general: false }, preferred_contact: 'sms', sms_opt_in: true },
      'by SMS only',
    ],
    [
      true,
      { prefs: { email_general: false }, preferred_contact: 'email', sms_opt_in: false },
      'by neither',
    ],
    [
      true,
      { prefs: { email_general: true }, preferred_contact: 'phone', sms_opt_in: true },
      'by phone call',
    ],
  ] as const)('are turned off %s: %o %s', (off, choices, _who) =>
    expect(switchedOffMessages(choices)).toBe(off),
  )
})

describe('what prevents reminders to a customer', () => {
  const facts = { ...plain, reminder_opt_in: true, reminder_days_before: 1 }
  it.each([
    ['On', {}],
    ['Off: by the office', { reminder_opt_in: false }],
    ['Off: by the customer', { prefs: { email_general: false } }],
    ['Off: by the customer, by the office', { preferred_contact: 'phone', reminder_opt_in: false }],
    ['Off: for all customers', { reminder_days_before: 0 }],
    ['Off: no address to send to', { has_email: false }],
    ['Off: by the customer', { has_email: false, prefs: { email_general: false } }],
  ] as const)('%s: %o', (text, given) =>
    expect(remindersText(barsOfReminders({ ...facts, ...given }))).toBe(text),
  )
})

it.each([
  ['2026-11-21', true],
  ['2026-11-20', true],
  ['2026-11-17', true],
  ['2026-11-16', false],
])('on November 20, completed work of %s is recent: %s', (date, expected) =>
  expect(isCompletionNews(date, '2026-11-20')).toBe(expected),
)
