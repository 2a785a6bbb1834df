import { describe, expect, it } from 'vitest'
import {
  KeepCustomer,
  leavingConsequences,
  leavingRules,
  NewLeaveRequest,
  type LeaveOutlook,
  type LeaveStatus,
} from './leaving.ts'

describe('closing an account', () => {
  const nothing: LeaveOutlook = {
    visits: 0,
    next_visit_on: null,
    goes_on: false,
    visit_today: false,
    owed_cents: 0,
    has_autopay: false,
    credit_cents: 0,
    own_cents: 0,
  }
  it.each<[string, Partial<LeaveOutlook>, string[]]>([
    ['for a lead', {}, ['You owe nothing.']],
    [
      'with one visit',
      { visits: 1, next_visit_on: '2026-11-27' },
      ['Your next visit, on 2026-11-27, will not take place.', 'You owe nothing.'],
    ],
    [
      'with ongoing work',
      { visits: 8, next_visit_on: '2026-11-27', goes_on: true },
      [
        'Your next 8 visits, the first on 2026-11-27, will not take place, and neither will any later ones.',
        'You owe nothing.',
      ],
    ],
    [
      'with work in a distant season',
      { goes_on: true },
      ['No further visit will take place.', 'You owe nothing.'],
    ],
    [
      'today, with an unpaid invoice and autopay',
      { visit_today: true, owed_cents: 123_456, has_autopay: true },
      [
        'Today’s visit stays on the schedule.',
        'You still owe $1,234.56; your invoices stay payable here.',
        'Autopay is turned off.',
      ],
    ],
    [
      'with a credit that was given, and one that is their own money',
      { credit_cents: 2_500, own_cents: 4_000 },
      [
        'You owe nothing.',
        'Your unused credit of $25.00 pays only invoices of this business.',
        'They hold $40.00 of your own money as credit: ask them to pay it back.',
      ],
    ],
  ])('%s', (_what, outlook, lines) => {
    expect(leavingConsequences({ ...nothing, ...outlook }, (date) => date)).toEqual([
      ...lines,
      'You can still see your history.',
    ])
  })

  it.each<[LeaveStatus | null, string | undefined, string | undefined]>([
    ['requested', undefined, undefined],
    ['withdrawn', 'leave_answered', 'leave_answered'],
    ['archived', 'leave_answered', 'leave_answered'],
    ['kept', 'leave_answered', 'leave_answered'],
    [null, 'leave_not_asked', 'leave_answered'],
  ])('a request that is %s: withdraw %s, keep %s', (status, withdraw, keep) => {
    expect([leavingRules.withdraw({ status })?.code, leavingRules.keep({ status })?.code]).toEqual([
      withdraw,
      keep,
    ])
  })

  it.each([
    ['', 'Write a message to the customer'],
    ['  ', 'Write a message to the customer'],
    ['x'.repeat(501), 'At most 500 characters'],
  ])('the message “%s” is refused', (answer, sentence) => {
    expect(KeepCustomer.safeParse({ answer }).error?.issues[0]?.message).toBe(sentence)
  })
  it('doesn’t need a reason, and trims it', () => {
    expect([NewLeaveRequest.parse({}), NewLeaveRequest.parse({ reason: ' We move. ' })]).toEqual([
      {},
      { reason: 'We move.' },
    ])
  })
})
