import type { taxes } from '../../../api/taxes.ts'
import { percentText } from '../../../domain/money/tax.ts'
import type { Handlers } from '../../base/call.ts'
import { csvFile } from '../../base/kit/csv.ts'
import { invalid } from '../../base/kit/refusals.ts'
import { readEndingCertificates, readTaxReport, readTaxRates } from './read.ts'
import { replaceTaxRates } from './write.ts'

export const taxHandlers: Handlers<typeof taxes> = {
  'GET /api/owner/tax-rates': ({ readOrg }) =>
    readOrg(async (tx) => ({ rates: await readTaxRates(tx) })),

  'PUT /api/owner/tax-rates': ({ inOrg, body }) =>
    inOrg(async (tx) => {
      await replaceTaxRates(tx, body.rates)
      return { rates: await readTaxRates(tx) }
    }),

  'GET /api/owner/tax-report': async ({ readOrg, query, reply }) => {
    const { from, to, format } = query
    if (from > to) throw invalid({ from: 'The first month is after the last.' })
    const [rows, certificates] = await readOrg((tx) =>
      Promise.all([readTaxReport(tx, { from, to }), readEndingCertificates(tx)]),
    )
    if (format !== 'csv') return { rows, certificates }
    const file = csvFile(
      ['Month', 'Rate', 'Percent', 'Sales', 'Tax billed', 'Tax collected'],
      rows.map((row) => [
        row.month,
        row.name ?? 'Entered by hand',
        row.rate_ppm === null ? null : percentText(row.rate_ppm),
        { cents: row.sales_cents },
        { cents: row.billed_cents },
        { cents: row.collected_cents },
      ]),
    )
    await reply
      .header('content-disposition', `attachment; filename="sales-tax-${from}-${to}.csv"`)
      .header('cache-control', 'no-store')
      .type('text/csv; charset=utf-8')
      .send(file)
    return undefined as never
  },
}
