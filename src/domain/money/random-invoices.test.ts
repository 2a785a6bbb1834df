import fc from 'fast-check'
import { expect, it } from 'vitest'
import { invoiceTotals, lineTotal, netCents } from './invoice-lines.ts'
import { invoiceTaxes, lineTax } from './tax.ts'
import { taxReport, type BilledTax, type PaidTax } from './tax-report.ts'
import { rounds } from '../../../test/rounds.ts'

const many = rounds(3000, 'RANDOM_INVOICES')

const places = [
  { rate: { name: 'Worcester County', rate_ppm: 62_500 }, certificate: null },
  { rate: { name: 'New York City', rate_ppm: 88_750 }, certificate: null },
  { rate: { name: 'Odd', rate_ppm: 70_313 }, certificate: null },
  { rate: { name: 'Odd', rate_ppm: 70_313 }, certificate: 'ST-5' },
  { rate: null, certificate: null },
]

const line = fc
  .record({
    quantity: fc.integer({ min: 1, max: 2000 }).map((hundredths) => hundredths / 100),
    unit_price_cents: fc.integer({ min: 0, max: 500_000 }),
    off: fc.integer({ min: 0, max: 100 }),
    taxable: fc.boolean(),
    place: fc.constantFrom(...places),
  })
  .map(({ off, place, ...one }) => {
    const gross = lineTotal(one.quantity, one.unit_price_cents)
    const priced = { ...one, discount_cents: Math.floor((gross * off) / 100) }
    const net = netCents(priced)
    const tax = lineTax({ net_cents: net, taxable: one.taxable }, place)
    return { ...priced, ...tax, total_cents: net + tax.tax_cents }
  })

const invoice = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 8 }),
  /** How much of it was paid in each of three months, in percent; a negative part is a refund. */
  paid: fc.tuple(
    fc.integer({ min: 0, max: 120 }),
    fc.integer({ min: -60, max: 100 }),
    fc.constant('rest' as const),
  ),
  month: fc.constantFrom('2027-01', '2027-02'),
})
type Invoice = typeof invoice extends fc.Arbitrary<infer One> ? One : never

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/** What the database reads for the report. */
function rowsOf({ lines, paid, month }: Invoice): { billed: BilledTax[]; paid: PaidTax[] } {
  const { total_cents } = invoiceTotals(lines)
  const sums: number[] = []
  for (const part of paid)
    sums.push(
      part === 'rest' ? total_cents : (sums.at(-1) ?? 0) + Math.trunc((total_cents * part) / 100),
    )
  return {
    billed: lines
      .filter(({ tax_ppm }) => tax_ppm !== null)
      .map((one) => ({
        month,
        name: one.tax_name,
        rate_ppm: one.tax_ppm,
        sales_cents: netCents(one),
        billed_cents: one.tax_cents,
      })),
    paid: invoiceTaxes(lines).flatMap(({ name, rate_ppm, tax_cents }) =>
      sums.map((after_cents, at) => ({
        name,
        rate_ppm,
        tax_cents,
        total_cents,
        after_cents,
        month: `2027-0${at + 3}`,
        before_cents: sums[at - 1] ?? 0,
      })),
    ),
  }
}

it(`the sums of ${many} random invoices tie: lines, totals, tax by rate, and the report`, () => {
  fc.assert(
    fc.property(fc.array(invoice, { minLength: 1, maxLength: 10 }), (invoices) => {
      for (const { lines } of invoices) {
        const totals = invoiceTotals(lines)
        expect(sum(lines.map((one) => one.total_cents))).toBe(totals.total_cents)
        expect(sum(invoiceTaxes(lines).map((one) => one.tax_cents))).toBe(totals.tax_cents)
      }
      const rows = invoices.map(rowsOf)
      const report = taxReport(
        rows.flatMap(({ billed }) => billed),
        rows.flatMap(({ paid }) => paid),
      )
      const tax = sum(invoices.map(({ lines }) => invoiceTotals(lines).tax_cents))
      expect(sum(report.map((row) => row.billed_cents))).toBe(tax)
      // Each was paid in the end, whatever was refunded or paid too much before.
      expect(sum(report.map((row) => row.collected_cents))).toBe(tax)
    }),
    { numRuns: Math.ceil(many / 5) },
  )
})
