import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CampaignDraft,
  campaignText,
  monthlyEffect,
  planRaise,
  totalsOf,
  undoneAs,
  roundings,
  type PriceRaise,
} from './price-campaign.ts'

const percent = (hundredths: number, round_to: (typeof roundings)[number] = 1): PriceRaise => ({
  by: 'percent',
  hundredths,
  round_to,
})

const from = (price_cents: number | null) => ({
  price_cents,
  start_date: '2027-01-01',
  end_date: null,
})
const raisedPrice = (cents: number, raise: PriceRaise) => {
  const plan = planRaise([from(cents)], null, raise)
  return 'left' in plan ? plan.old_cents! : plan.new_cents
}

describe('a raised price', () => {
  it.each([
    [4500, percent(500), 4725],
    [4500, percent(500, 5), 4725],
    [4510, percent(500, 5), 4735],
    [4500, percent(500, 50), 4750],
    [4500, percent(500, 100), 4700],
    [4520, percent(1000, 100), 5000],
    [333, percent(525), 350],
    // Half a cent goes up.
    [50, percent(100), 51],
    // Rounding never lowers it.
    [440, percent(100, 100), 440],
    [4500, { by: 'amount', cents: 300 } as const, 4800],
  ])('%i by %j is %i', (cents, raise, wanted) => {
    expect(raisedPrice(cents, raise)).toBe(wanted)
  })

  it('is never lower, on the step if it changed, and at most half a step from exact', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400_000_000 }),
        fc.integer({ min: 1, max: 10_000 }),
        fc.constantFrom(...roundings),
        (cents, hundredths, step) => {
          const raised = raisedPrice(cents, percent(hundredths, step))
          const exact = (cents * (10_000 + hundredths)) / 10_000
          expect(raised).toBeGreaterThanOrEqual(cents)
          if (raised === cents) return
          expect(raised % step).toBe(0)
          expect(Math.abs(raised - exact)).toBeLessThanOrEqual(step / 2 + 1e-6)
        },
      ),
    )
  })
})

describe('what becomes of a series', () => {
  it.each([
    ['its own price', [from(4500)], null, { old_cents: 4500, new_cents: 4725 }],
    ['the price of the service', [from(null)], 4000, { old_cents: 4000, new_cents: 4200 }],
    ['no price', [from(null)], null, { left: 'no_price', old_cents: null }],
    ['nothing', [from(0)], 4000, { left: 'no_price', old_cents: 0 }],
    ['another later', [from(4500), from(4600)], null, { left: 'later_price', old_cents: 4500 }],
    ['the same later', [from(4500), from(null)], 4500, { old_cents: 4500, new_cents: 4725 }],
    ['too much', [from(999_999_999)], null, { left: 'too_high', old_cents: 999_999_999 }],
  ])('with %s', (_, segments, service, wanted) => {
    expect(planRaise(segments, service, percent(500))).toEqual(wanted)
  })

  it('stays if rounding leaves its price', () => {
    expect(planRaise([from(440)], null, percent(100, 100))).toEqual({
      left: 'unchanged',
      old_cents: 440,
    })
  })

  it.each([
    ['restored', { is_same: true, prices: [4725] }],
    ['ended', { is_same: false, prices: [] }],
    ['price_restored', { is_same: false, prices: [4725, 4725] }],
    ['edited', { is_same: false, prices: [4725, 4800] }],
    ['edited', { is_same: false, prices: [null] }],
  ])('undone: %s', (wanted, now) => {
    expect(undoneAs(now, 4725)).toBe(wanted)
  })
})

describe('what a raise brings in a month', () => {
  const weekly = {
    pattern: 'weekly' as const,
    interval: 1,
    weekdays: null,
    season_start_month: null,
    season_end_month: null,
  }
  it.each([
    ['weekly', {}, 1087],
    ['twice a week', { weekdays: [1, 4] }, 2174],
    ['every second week', { pattern: 'every_x_weeks' as const, interval: 2 }, 544],
    ['monthly', { pattern: 'monthly' as const }, 250],
    ['every 6 months', { pattern: 'every_6_months' as const }, 42],
    ['April to October', { season_start_month: 4, season_end_month: 10 }, 634],
    ['November to February', { season_start_month: 11, season_end_month: 2 }, 362],
    ['once', { pattern: 'once' as const }, 0],
  ])('%s', (_, change, wanted) => {
    expect(monthlyEffect(250, { ...weekly, ...change })).toBe(wanted)
  })

  it('counts customers once', () => {
    const line = (customer_id: string, asks: boolean) => ({ customer_id, asks, monthly_cents: 100 })
    expect(totalsOf([line('a', true), line('a', false), line('b', false)])).toEqual({
      series: 3,
      customers: 2,
      asks: 1,
      monthly_cents: 300,
    })
  })
})

describe('the words of a message', () => {
  it('repeat a line with a price for each series, and say the rest once', () => {
    const series = [
      { service: 'Mowing', old_price: '$45.00', new_price: '$48.00' },
      { service: 'Edging', old_price: '$10.00', new_price: '$11.00' },
    ]
    expect(
      campaignText(
        'Dear {customer}\n\nFrom {date}:\n{service}: {old_price}, now {new_price}\nThanks',
        {
          customer: 'Ana',
          date: 'July 1',
          series,
        },
      ),
    ).toBe(
      'Dear Ana\n\nFrom July 1:\nMowing: $45.00, now $48.00\nEdging: $10.00, now $11.00\nThanks',
    )
  })

  it.each([
    ['From {date} {new_price}', undefined],
    ['{new_price}', 'Keep {date} in it.'],
    ['From {date}', 'Keep {new_price} in it.'],
    ['{date} {new_price} {price}', '{price} is not a field of this message.'],
    ['{date} {new_price} {', 'Write fields as {date}, with both braces.'],
  ])('%s: %s', (text, issue) => {
    expect(CampaignDraft.shape.text.safeParse(text).error?.issues[0]?.message).toBe(issue)
  })
})
