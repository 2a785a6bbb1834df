import { infiniteQueryOptions } from '@tanstack/react-query'
import type { InvoiceGroup, InvoiceStatus } from '../../../domain/money/invoice.ts'
import type { InvoiceTile } from '../../../domain/money/invoice-tile.ts'
import type { LocalDate } from '../../../domain/base/dates.ts'
import { api } from '../../app/client.ts'
import { queryClient } from '../../app/query-client.ts'

export type InvoiceFilter = {
  q?: string
  status?: InvoiceStatus
  tile?: InvoiceTile
  date_from?: LocalDate
  date_to?: LocalDate
}

const list = api['GET /api/invoices']
const one = api['GET /api/invoices/{id}']
const payments = api['GET /api/owner/stripe/payments']

export const groupQuery = (group: InvoiceGroup, filter: InvoiceFilter) =>
  infiniteQueryOptions({ ...list.pages({ query: { ...filter, group, limit: 20 } }) })
/** A customer's own, newest first. */
export const ownInvoicesQuery = (limit: number) =>
  infiniteQueryOptions({ ...list.pages({ query: { limit } }) })
export const remindersQuery = (id: string) =>
  api['GET /api/invoices/{id}/reminders'].query({ params: { id } })
/** All payments, attempts and refunds of one invoice. */
export const paymentsQuery = (invoice_id: string) =>
  payments.query({ query: { limit: 100, invoice_id } })
export const invoiceQuery = (id: string) => one.query({ params: { id } })

/** What a customer may pay with one press. */
export const owedQuery = api['GET /api/users/billing/owed'].query()
export const reloadOwed = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: owedQuery.queryKey })

export const reloadInvoices = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: list.key() })
export const reloadInvoice = async (id: string): Promise<void> => {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: one.key({ params: { id } }) }),
    queryClient.invalidateQueries({ queryKey: remindersQuery(id).queryKey }),
  ])
}
export const reloadPayments = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: payments.key() })
