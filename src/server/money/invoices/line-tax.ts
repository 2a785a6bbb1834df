import { netCents } from '../../../domain/money/invoice-lines.ts'
import { lineTax, type LineTax } from '../../../domain/money/tax.ts'
import type { TaxFacts } from '../tax/read.ts'

type Line = {
  service_id?: string | null
  quantity: number
  unit_price_cents: number
  discount_cents?: number
  /** Absent: as its service says. */
  taxable?: boolean | undefined
  /** A tax worked out elsewhere, in place of ours. */
  tax_cents?: number | undefined
}

/** The tax of a line that is made now, to be kept with it. */
export function taxOf(line: Line, facts: TaxFacts): LineTax {
  const taxable = line.taxable ?? facts.taxable_services.has(line.service_id ?? '')
  const ours = lineTax({ net_cents: netCents(line), taxable }, facts)
  return line.tax_cents === undefined ? ours : { ...byHand(taxable), tax_cents: line.tax_cents }
}

const byHand = (taxable: boolean) => ({
  taxable,
  tax_name: null,
  tax_ppm: null,
  tax_certificate: null,
})
