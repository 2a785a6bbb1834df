import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  autochargeRule,
  autopayRules,
  BillingSettingsPatch,
  chargeDayChoices,
  chargeDayMessage,
  clampDueDay,
  isChargeDayAllowed,
  nextChargeDate,
  type AutochargeFacts,
} from './autopay.ts'
import { addDays, civilOfDay, dateOfDay, dayNumber } from '../base/dates.ts'

const span = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i)

describe('the charge day', () => {
  it.each([
    [28, '2026-05-15', [...span(1, 14), ...span(16, 28)]],
    [10, '2026-05-15', [...span(1, 10), ...span(16, 28)]],
    [10, '2026-05-05', [...span(1, 4), ...span(6, 28)]],
    [10, '2026-05-10', [...span(1, 9), ...span(11, 28)]],
    [10, '2026-05-31', span(1, 10)],
    [1, '2026-05-28', [1]],
    [1, '2026-05-01', span(2, 28)],
  ])('due on the %i, today %s', (due, today, days) => {
    expect(chargeDayChoices(due, today)).toEqual(days)
  })

  it('is never today, and every choice is allowed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 28 }),
        fc.integer({ min: 20_000, max: 22_000 }),
        fc.integer({ min: -5, max: 40 }),
        (due, day, wished) => {
          const today = dateOfDay(day)
          const now = civilOfDay(day).day
          const allowed =
            wished >= 1 && wished <= 28 && wished !== now && (wished <= due || wished > now)
          expect(isChargeDayAllowed(wished, due, today)).toBe(allowed)
        },
      ),
    )
  })

  it('is described in these words', () => {
    expect(chargeDayMessage(10)).toBe(
      'Please choose a day between 1–10 (excluding today) or after today up to 28.',
    )
    expect(chargeDayMessage(99)).toContain('1–28')
  })

  it.each([
    [null, 28],
    [undefined, 28],
    [Number.NaN, 28],
    [0, 1],
    [-4, 1],
    [15.7, 15],
    [29, 28],
    [1, 1],
  ])('%s is saved as %i', (day, kept) => {
    expect(clampDueDay(day)).toBe(kept)
  })

  it.each([
    ['2026-05-14', 15, '2026-05-15'],
    ['2026-05-15', 15, '2026-06-15'],
    ['2026-05-31', 28, '2026-06-28'],
    ['2026-12-20', 5, '2027-01-05'],
    ['2026-02-28', 28, '2026-03-28'],
  ])('from %s the next %ith is %s', (today, day, expected) => {
    expect(nextChargeDate(day, today)).toBe(expected)
  })

  it('is after today and within a month', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 28 }),
        fc.integer({ min: 20_000, max: 22_000 }),
        (day, now) => {
          const next = dayNumber(nextChargeDate(day, dateOfDay(now)))
          expect(
            next > now &&
              next <= dayNumber(addDays(dateOfDay(now), 31)) &&
              civilOfDay(next).day === day,
          ).toBe(true)
        },
      ),
    )
  })
})

describe('turning autopay on', () => {
  it.each([
    [true, true, null],
    [false, true, 'Add a payment method before enabling autopay'],
    [false, false, 'Add a payment method before enabling autopay'],
    [true, false, 'Please authorize automatic payments to continue'],
  ])('with a method %s and consent %s: %s', (has_default_pm, consent_accepted, sentence) => {
    expect(autopayRules.enable({ has_default_pm, consent_accepted })?.sentence ?? null).toBe(
      sentence,
    )
  })

  it.each([
    [true, true, 'autopay_needs_method'],
    [true, false, null],
    [false, true, null],
  ])('the default %s method while autopay is %s', (is_default, autopay_enabled, code) => {
    expect(autopayRules.removeMethod({ is_default, autopay_enabled })?.code ?? null).toBe(code)
  })

  it('keeps a charge day within 1 to 28', () => {
    expect(BillingSettingsPatch.parse({ preferred_charge_day: 31 })).toEqual({
      preferred_charge_day: 28,
    })
    expect(
      BillingSettingsPatch.parse({ preferred_charge_day: null, autopay_enabled: true }),
    ).toEqual({ preferred_charge_day: null, autopay_enabled: true })
  })
})

describe('a charge without the customer present', () => {
  const consent = {
    accepted_at: '2026-01-01T00:00:00Z',
    revoked_at: null,
    cap_cents: 5000,
    covers_oneoffs: false,
  }
  const facts = (more: Partial<AutochargeFacts>): AutochargeFacts => ({
    consent,
    amount_cents: 5000,
    visits: 1,
    is_recurring: true,
    ...more,
  })

  it.each<[string, Partial<AutochargeFacts>, string | null]>([
    ['at the cap', {}, null],
    ['a cent above the cap', { amount_cents: 5001 }, 'consent_cap_exceeded'],
    ['two visits at the cap', { amount_cents: 10_000, visits: 2 }, null],
    ['two visits above the cap', { amount_cents: 10_001, visits: 2 }, 'consent_cap_exceeded'],
    [
      'no cap was shown',
      { consent: { ...consent, cap_cents: null }, amount_cents: 1 },
      'consent_cap_exceeded',
    ],
    ['no consent', { consent: null }, 'consent_missing'],
    [
      'consent withdrawn',
      { consent: { ...consent, revoked_at: '2026-02-01T00:00:00Z' } },
      'consent_missing',
    ],
    ['a one-time service without its consent', { is_recurring: false }, 'consent_oneoffs_missing'],
    [
      'a one-time service with its consent',
      { is_recurring: false, consent: { ...consent, covers_oneoffs: true } },
      null,
    ],
  ])('%s', (_, more, code) => {
    expect(autochargeRule(facts(more))?.code ?? null).toBe(code)
  })
})
