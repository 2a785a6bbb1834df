import { describe, expect, it } from 'vitest'
import {
  exemptionState,
  invoiceTaxes,
  lineTax,
  parsePercent,
  percentText,
  taxLabel,
  TaxRates,
  taxShare,
} from './tax.ts'
import { taxReport } from './tax-report.ts'

const worcester = { name: 'Worcester County 6.25%', rate_ppm: 62_500 }
const here = { rate: worcester, certificate: null }

describe('the tax of a line', () => {
  it.each([
    ['a round amount', 10_000, 62_500, 625],
    ['below half a cent', 7, 62_500, 0],
    ['half a cent, up', 8, 62_500, 1],
    ['New York City, no whole basis points', 10_000, 88_750, 888],
    ['just below half', 5633, 88_750, 500],
    ['nothing after the discount', 0, 62_500, 0],
    ['the largest price', 999_999_999, 500_000, 500_000_000],
    ['no tax here', 4500, 0, 0],
  ])('%s', (_, net_cents, rate_ppm, tax_cents) => {
    const rate = { name: 'Rate', rate_ppm }
    expect(lineTax({ net_cents, taxable: true }, { rate, certificate: null })).toEqual({
      taxable: true,
      tax_name: 'Rate',
      tax_ppm: rate_ppm,
      tax_certificate: null,
      tax_cents,
    })
  })

  it.each([
    ['is not taxable', false, here, null],
    ['is in a place without a rate', true, { rate: null, certificate: null }, null],
    ['is for an exempt customer', true, { rate: worcester, certificate: 'ST-5' }, 'ST-5'],
  ])('that %s is nothing', (_, taxable, place, tax_certificate) => {
    expect(lineTax({ net_cents: 4500, taxable }, place)).toEqual({
      taxable,
      tax_cents: 0,
      tax_name: null,
      tax_ppm: null,
      tax_certificate,
    })
  })
})

it('is added up by rate in the order of the lines', () => {
  const line = (tax_cents: number, tax_name: string | null, tax_ppm: number | null) => ({
    tax_cents,
    tax_name,
    tax_ppm,
  })
  expect(
    invoiceTaxes([
      line(281, 'B', 62_500),
      line(0, null, null),
      line(7, 'A', 5),
      line(2, 'B', 62_500),
    ]),
  ).toEqual([
    { name: 'B', rate_ppm: 62_500, tax_cents: 283 },
    { name: 'A', rate_ppm: 5, tax_cents: 7 },
  ])
})

it.each([
  [null, null, 'none'],
  ['ST-5', null, 'valid'],
  ['ST-5', '2027-08-01', 'valid'],
  ['ST-5', '2027-07-09', 'ends_soon'],
  ['ST-5', '2027-06-09', 'ends_soon'],
  ['ST-5', '2027-06-08', 'expired'],
])('a certificate %s until %s is %s', (tax_certificate, tax_exempt_until, state) => {
  expect(exemptionState({ tax_certificate, tax_exempt_until }, '2027-06-09')).toBe(state)
})

it.each([
  ['6.25', 62_500],
  ['8.875 %', 88_750],
  ['6,25%', 62_500],
  ['.5', 5000],
  ['0', 0],
  ['', null],
  ['%', null],
  ['six', null],
  ['6.25001', null],
])('reads %j as %j', (text, ppm) => {
  expect(parsePercent(text)).toBe(ppm)
})

it('names a rate with its percentage once', () => {
  expect(taxLabel(worcester, 'Tax')).toBe('Worcester County 6.25%')
  expect(taxLabel({ name: 'NYC', rate_ppm: 88_750 }, 'Tax')).toBe('NYC 8.875%')
  expect(taxLabel({ name: null, rate_ppm: null }, 'Tax')).toBe('Tax')
  expect(percentText(70_000)).toBe('7%')
})

it.each([
  ['one default', [true, false], [[], ['01601']], true],
  ['two defaults', [true, true], [[], []], false],
  ['a ZIP in two rates', [true, false], [['01601'], ['01601']], false],
  ['a ZIP of four digits', [true, false], [[], ['1601']], false],
])('rates with %s', (_, defaults, zips, fits) => {
  const rates = defaults.map((is_default, at) => ({
    name: `Rate ${at}`,
    rate_ppm: 62_500,
    zips: zips[at],
    is_default,
  }))
  expect(TaxRates.safeParse(rates).success).toBe(fits)
})

it('the parts of the tax in payments add up to the tax', () => {
  expect([taxShare(100, 300, 100), taxShare(100, 300, 200), taxShare(100, 300, 300)]).toEqual([
    33, 67, 100,
  ])
  expect([taxShare(100, 300, 400), taxShare(100, 300, -5), taxShare(0, 0, 0)]).toEqual([100, 0, 0])
  expect(taxShare(333_333_333, 999_999_999, 999_999_998)).toBe(333_333_333)
})

it('the report has a row for each month and rate, and takes refunds off', () => {
  const rate = { name: 'A', rate_ppm: 62_500 }
  const paid = { ...rate, tax_cents: 625, total_cents: 10_625 }
  expect(
    taxReport(
      [{ month: '2027-05', ...rate, sales_cents: 10_000, billed_cents: 625 }],
      [
        { ...paid, month: '2027-05', before_cents: 0, after_cents: 5000 },
        { ...paid, month: '2027-06', before_cents: 5000, after_cents: 10_625 },
        { ...paid, month: '2027-07', before_cents: 10_625, after_cents: 0 },
      ],
    ).map(({ month, sales_cents, billed_cents, collected_cents }) => [
      month,
      sales_cents,
      billed_cents,
      collected_cents,
    ]),
  ).toEqual([
    ['2027-05', 10_000, 625, 294],
    ['2027-06', 0, 0, 331],
    ['2027-07', 0, 0, -625],
  ])
})
