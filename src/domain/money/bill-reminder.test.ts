import { describe, expect, it } from 'vitest'
import { nextStep, ReminderSteps, stepDue, stepText, stopOf, usualSteps } from './bill-reminder.ts'

const facts = {
  due: '2027-06-28',
  told_on: '2027-06-10',
  today: '2027-06-25',
  steps: usualSteps,
  done: [] as number[],
}

describe('the reminder of a day', () => {
  it.each<[string, Partial<typeof facts>, number | null]>([
    ['comes three days before', {}, -3],
    ['not earlier', { today: '2027-06-24' }, null],
    ['once', { done: [-3] }, null],
    ['a day late after an outage', { today: '2027-06-26' }, -3],
    ['not three days late', { today: '2027-06-28', steps: [-3, 7] }, null],
    ['is the latest one, not one that was missed', { today: '2027-06-28' }, 0],
    ['does not follow a later one', { today: '2027-06-28', done: [3] }, null],
    ['comes after the bill itself', { told_on: '2027-06-25' }, null],
    ['comes two weeks after', { today: '2027-07-12', done: [-3, 0, 3, 7] }, 14],
    ['does not ask for months that are over', { today: '2027-12-01' }, null],
    ['is none without a schedule', { steps: [] }, null],
  ])('%s', (_, over, step) => expect(stepDue({ ...facts, ...over })).toBe(step))
})

describe('the next reminder', () => {
  it.each<[string, Partial<typeof facts>, string | null]>([
    ['is today if one is due', {}, '2027-06-25'],
    ['is the due date after the first', { done: [-3] }, '2027-06-28'],
    [
      'is not before the bill goes out',
      { told_on: '2027-06-28', today: '2027-06-28' },
      '2027-07-01',
    ],
    ['is none after the last', { today: '2027-07-12', done: [14] }, null],
  ])('%s', (_, over, on) => expect(nextStep({ ...facts, ...over })?.on ?? null).toBe(on))
})

describe('what stops reminders', () => {
  const bill = {
    is_on: true,
    customer_on: true,
    doc: 'open',
    money: 'none',
    balance_cents: 4500,
    is_told: true,
    is_charged_later: false,
    next_retry_at: null,
  }
  it.each<[string, Partial<Parameters<typeof stopOf>[0]>, string | null]>([
    ['nothing', {}, null],
    ['nothing after a charge failed for good', { money: 'failed' }, null],
    ['nothing after a part was paid', { money: 'partial' }, null],
    ['payment', { balance_cents: 0, money: 'paid' }, 'settled'],
    ['void', { doc: 'void' }, 'settled'],
    ['giving it up', { doc: 'uncollectible' }, 'settled'],
    ['a dispute', { money: 'disputed' }, 'disputed'],
    ['a payment on its way', { money: 'processing' }, 'processing'],
    ['the owner', { is_on: false }, 'off'],
    ['the office, for a customer', { customer_on: false }, 'customer'],
    ['a planned charge', { is_charged_later: true }, 'autopay'],
    ['a planned retry', { next_retry_at: '2027-07-01T13:00:00Z', money: 'failed' }, 'retry'],
    ['not having been sent', { is_told: false }, 'unsent'],
    ['being a draft', { doc: 'draft' }, 'unsent'],
  ])('%s', (_, over, stop) => expect(stopOf({ ...bill, ...over })).toBe(stop))
})

it('a schedule is in order and names each day once', () => {
  expect(ReminderSteps.parse([7, -3, 7, 0])).toEqual([-3, 0, 7])
  expect(ReminderSteps.safeParse([91]).success).toBe(false)
  expect([-3, 0, 1].map(stepText)).toEqual(['3 days before', 'On the due date', '1 day after'])
})
