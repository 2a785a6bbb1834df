import { z } from 'zod'
import { EndingCertificate, TaxReportRow } from '../domain/money/tax-report.ts'
import { TaxRate, TaxRates } from '../domain/money/tax.ts'
import { defineCalls, moneyReaders, officeAndAdmin, ownerOnly } from './kit.ts'

const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Choose a month')

/** Sales tax: its rates, and what was billed and collected. */
export const taxes = defineCalls({
  'GET /api/owner/tax-rates': {
    summary: 'The sales tax rates: a default, and rates for ZIPs',
    roles: officeAndAdmin,
    ok: z.object({ rates: z.array(TaxRate) }),
  },
  'PUT /api/owner/tax-rates': {
    summary: 'Replace the sales tax rates; lines that exist keep theirs',
    roles: ownerOnly,
    body: z.object({ rates: TaxRates }),
    ok: z.object({ rates: z.array(TaxRate) }),
  },
  'GET /api/owner/tax-report': {
    summary: 'Sales tax billed and collected by month and rate, and certificates that end',
    roles: moneyReaders,
    query: z.object({ from: Month, to: Month, format: z.enum(['json', 'csv']).default('json') }),
    ok: z.object({ rows: z.array(TaxReportRow), certificates: z.array(EndingCertificate) }),
    errors: { invalid: 422 },
  },
})
