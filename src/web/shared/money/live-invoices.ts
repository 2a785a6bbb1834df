import { invoiceStatuses } from '../../../domain/money/invoice.ts'
import type { InvoiceList } from '../../../api/invoices.ts'
import { api } from '../../app/client.ts'
import { onLive } from '../../app/live.ts'
import { reloadBilling } from './billing-queries.ts'
import { reloadInvoice, reloadInvoices, reloadOwed, reloadPayments } from './queries.ts'

type Pages = { pages: InvoiceList[]; pageParams: unknown[] }

// Shows the new status immediately; a burst of events triggers one refetch.
let reload: ReturnType<typeof setTimeout> | undefined
const reloadSoon = () => {
  clearTimeout(reload)
  reload = setTimeout(
    () => void Promise.all([reloadInvoices(), reloadPayments(), reloadBilling(), reloadOwed()]),
    250,
  )
}

onLive(['invoice.*', 'payment_updated'], (event, cache) => {
  if (event.type === 'resync') return
  const { invoice_id } = event
  const status = invoiceStatuses.find((known) => known === event.status)
  if (invoice_id && status) {
    cache.setQueriesData<Pages>({ queryKey: api['GET /api/invoices'].key() }, (data) =>
      data?.pages
        ? {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              items: page.items.map((item) =>
                item.id === invoice_id ? { ...item, status } : item,
              ),
            })),
          }
        : data,
    )
  }
  if (invoice_id) void reloadInvoice(invoice_id)
  reloadSoon()
})
