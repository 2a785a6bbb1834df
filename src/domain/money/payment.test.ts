import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  chargeErrorText,
  declineClass,
  fillBuckets,
  nextRetryDay,
  paymentRules,
  paymentStatuses,
  paymentStatusLabels,
  refundableMinor,
  retryPolicy,
  type DeclineClass,
  type PaymentMethodType,
  type RefundFacts,
} from './payment.ts'

describe('a refund', () => {
  const facts = (more: Partial<RefundFacts>): RefundFacts => ({
    status: 'succeeded',
    amount: 5000,
    refunded_minor: 0,
    amount_minor: 5000,
    ...more,
  })

  it.each<[string, Partial<RefundFacts>, string | null]>([
    ['all of it', {}, null],
    ['one cent', { amount_minor: 1 }, null],
    ['the rest', { status: 'partially_refunded', refunded_minor: 3000, amount_minor: 2000 }, null],
    [
      'a cent more than the balance',
      { status: 'partially_refunded', refunded_minor: 3000, amount_minor: 2001 },
      'refund_amount_invalid',
    ],
    ['nothing', { amount_minor: 0 }, 'refund_amount_invalid'],
    ['a negative amount', { amount_minor: -5 }, 'refund_amount_invalid'],
    ['half a cent', { amount_minor: 0.5 }, 'refund_amount_invalid'],
    ['not a number', { amount_minor: Number.NaN }, 'refund_amount_invalid'],
    [
      'after a full refund',
      { status: 'refunded', refunded_minor: 5000, amount_minor: 1 },
      'refund_amount_invalid',
    ],
    ['while the bank is still paying', { status: 'processing' }, 'payment_not_settled'],
    ['of a disputed payment', { status: 'disputed' }, 'charge_disputed'],
    ['of a failed payment', { status: 'failed' }, 'payment_not_paid'],
  ])('%s', (_, more, code) => {
    expect(paymentRules.refund(facts(more))?.code ?? null).toBe(code)
  })

  it('reports invalid amounts', () => {
    expect(paymentRules.refund(facts({ amount_minor: 0 }))?.sentence).toBe(
      'Enter a valid refund amount.',
    )
  })

  it('never refunds more than was paid', () => {
    const cents = fc.integer({ min: 0, max: 10_000 })
    fc.assert(
      fc.property(cents, fc.array(fc.integer({ min: -10, max: 6000 })), (amount, tries) => {
        let refunded_minor = 0
        for (const amount_minor of tries) {
          if (paymentRules.refund(facts({ amount, refunded_minor, amount_minor })) === null)
            refunded_minor += amount_minor
        }
        expect(refunded_minor).toBeLessThanOrEqual(amount)
        expect(refundableMinor({ amount, refunded_minor })).toBe(amount - refunded_minor)
      }),
    )
  })
})

describe('a decline', () => {
  it.each<[string | null, PaymentMethodType, DeclineClass]>([
    ['insufficient_funds', 'card', 'soft'],
    ['generic_decline', 'card', 'soft'],
    ['processing_error', 'card', 'soft'],
    [null, 'card', 'soft'],
    ['lost_card', 'card', 'hard'],
    ['stolen_card', 'card', 'hard'],
    ['pickup_card', 'card', 'hard'],
    ['expired_card', 'card', 'hard'],
    ['incorrect_number', 'card', 'hard'],
    ['do_not_try_again', 'card', 'hard'],
    ['authentication_required', 'card', 'authentication'],
    ['insufficient_funds', 'us_bank_account', 'ach'],
    ['R01', 'us_bank_account', 'ach'],
    ['R09', 'us_bank_account', 'ach'],
    ['R07', 'us_bank_account', 'hard'],
    ['account_closed', 'us_bank_account', 'hard'],
    [null, 'us_bank_account', 'hard'],
  ])('%s of a %s is %s', (code, method, expected) => {
    expect(declineClass(code, method)).toBe(expected)
  })

  it.each<[DeclineClass, boolean, (number | null)[], string | null]>([
    ['soft', true, [3, 7, null], null],
    ['ach', true, [3, 7, null], null],
    ['hard', false, [null, null, null], 'new_method'],
    ['authentication', false, [null, null, null], 'pay_link'],
  ])('%s: retry %s on days %o, ask for %s', (kind, retry, days, ask) => {
    expect(retryPolicy(kind)).toMatchObject({ retry, ask })
    expect([1, 2, 3].map((made) => nextRetryDay(kind, made))).toEqual(days)
  })

  it.each([
    ['org_not_charge_ready', null, 'Payments not enabled — send pay link'],
    ['requires_action', 'Other', 'Auth required — send pay link'],
    ['authentication_required', null, 'Auth required — send pay link'],
    ['card_declined', 'Your card was declined.', 'Your card was declined.'],
    [null, null, 'Charge failed'],
    [null, '', 'Charge failed'],
  ])('%s with %s reads %s', (code, message, text) => {
    expect(chargeErrorText(code, message)).toBe(text)
  })
})

it('every payment status has a label', () => {
  expect(paymentStatuses.map((status) => paymentStatusLabels[status])).toEqual([
    'Paid',
    'Pending',
    'Needs action',
    'Needs action',
    'Needs action',
    'Canceled',
    'Failed',
    'Refunded',
    'Partially refunded',
    'Disputed',
  ])
})

it('earnings have a bucket for every month, even empty ones', () => {
  const may = { period: '2026-05', net_minor: 700, count: 2, currency: 'usd' }
  const buckets = fillBuckets([may, { ...may, period: '2019-01' }], '2026-06-30', 12)
  expect(buckets.map(({ period }) => period)).toEqual([
    '2025-07',
    '2025-08',
    '2025-09',
    '2025-10',
    '2025-11',
    '2025-12',
    '2026-01',
    '2026-02',
    '2026-03',
    '2026-04',
    '2026-05',
    '2026-06',
  ])
  expect(buckets.map(({ net_minor }) => net_minor).filter((n) => n > 0)).toEqual([700])
})
