import type { products } from '../../../api/products.ts'
import { type ProductApplication } from '../../../domain/flows/product.ts'
import { applicationRules } from '../../../domain/flows/product-void.ts'
import type { Handlers } from '../../base/call.ts'
import { csvFile, type CsvCell } from '../../base/kit/csv.ts'
import { enforce, found } from '../../base/kit/refusals.ts'
import {
  lockApplication,
  readApplication,
  readApplications,
  readApplicators,
  readProducts,
} from './read.ts'
import { addProduct, changeProduct, voidApplication, writeLicense } from './write.ts'

const listed = 500
const mostRows = 20_000

/** The columns an inspector asks for, in this order. */
const columns: readonly [string, (row: ProductApplication) => CsvCell][] = [
  ['Date', (row) => row.applied_on],
  ['Time (UTC)', (row) => row.applied_at],
  ['Customer', (row) => row.customer_name],
  ['Address', (row) => row.address],
  ['Service', (row) => row.service_name],
  ['Product', (row) => row.product_name],
  ['EPA Reg. No.', (row) => row.epa_number],
  ['Amount', (row) => row.amount],
  ['Unit', (row) => row.unit],
  ['Area treated', (row) => row.area],
  ['Target pest', (row) => row.target],
  ['Method', (row) => row.method],
  ['Wind (mph)', (row) => row.wind_mph],
  ['Temperature (F)', (row) => row.temperature_f],
  ['Applicator', (row) => row.applicator_name],
  ['License No.', (row) => row.license_number],
  ['Voided at (UTC)', (row) => row.voided_at],
  ['Voided by', (row) => row.voided_by],
  ['Voided because', (row) => row.void_reason],
]

export const productHandlers: Handlers<typeof products> = {
  'GET /api/products': ({ readOrg }) =>
    readOrg(async (tx) => ({ products: await readProducts(tx) })),

  'POST /api/owner/products': ({ inOrg, body }) => inOrg((tx) => addProduct(tx, body)),

  'PATCH /api/owner/products/{id}': ({ inOrg, params, body }) =>
    inOrg((tx) => changeProduct(tx, params.id, body)),

  'GET /api/owner/applications': ({ readOrg, query }) =>
    readOrg(async (tx) => {
      const rows = await readApplications(tx, query, { order: 'desc', limit: listed + 1 })
      return { items: rows.slice(0, listed), is_cut: rows.length > listed }
    }),

  'GET /api/owner/applications/export': async ({ readOrg, query, reply }) => {
    const rows = await readOrg((tx) =>
      readApplications(tx, query, { order: 'asc', limit: mostRows }),
    )
    await reply
      .header('content-disposition', 'attachment; filename="products-applied.csv"')
      .header('cache-control', 'no-store')
      .type('text/csv; charset=utf-8')
      .send(
        csvFile(
          columns.map(([name]) => name),
          rows.map((row) => columns.map(([, cell]) => cell(row))),
        ),
      )
    return undefined as never
  },

  'POST /api/owner/applications/{id}/void': ({ inOrg, params, body }) =>
    inOrg(async (tx) => {
      const line = found(await lockApplication(tx, params.id))
      enforce(applicationRules.void({ ...line, crew: null }))
      await voidApplication(tx, params.id, { reason: body.reason })
      return found(await readApplication(tx, params.id))
    }),

  'GET /api/owner/applicators': ({ readOrg }) =>
    readOrg(async (tx) => ({ people: await readApplicators(tx) })),

  'PUT /api/owner/applicators/{id}': ({ inOrg, params, body }) =>
    inOrg(async (tx) => {
      await writeLicense(tx, params.id, body.license_number)
      return { ok: true }
    }),
}
