import { useRef, useState } from 'react'
import { chargeErrorText } from '../../../domain/payment.ts'
import type { Invoice } from '../../../domain/invoice.ts'
import { api, ApiError, newIdempotencyKey } from '../../client.ts'
import { copyText } from '../../ui/CopyButton.tsx'
import { toast } from '../../ui/toast.tsx'
import { reloadInvoice, reloadInvoices, reloadPayments } from '../../money/queries.ts'

type InvoiceAct = 'paylink' | 'email' | 'charge' | 'open' | 'pay'

/** Refetches everything shown about an invoice. */
export const reloadAround = (id: string): Promise<unknown> =>
  Promise.all([reloadInvoice(id), reloadInvoices(), reloadPayments()])

/** What the office can do to an invoice with one click; `busy` names the action in progress. */
export function useInvoiceActs({ id }: Pick<Invoice, 'id'>) {
  const [busy, setBusy] = useState<InvoiceAct | null>(null)
  const chargeKey = useRef(newIdempotencyKey())
  const during = async (act: InvoiceAct, work: () => Promise<unknown>): Promise<void> => {
    setBusy(act)
    try {
      await work()
    } finally {
      setBusy(null)
      await reloadAround(id)
    }
  }

  const payLink = () =>
    during('paylink', async () => {
      const link = await api['POST /api/invoices/{id}/paylink'].safe({ params: { id }, body: {} })
      if (!link.ok) return toast.failed(link.error, 'Failed to create pay link')
      // Copy first: the new tab takes the focus, and a page without focus may not use the
      // clipboard.
      const copied = await copyText(link.data.url)
      const opened = window.open(link.data.url, '_blank')
      if (opened) opened.opener = null
      if (opened && copied) toast.done('Pay link opened & copied')
      else if (copied) toast.done('Pay link copied')
    })

  /** For a customer: goes to the payment page; the browser's Back returns here. */
  const payNow = () =>
    during('pay', async () => {
      const link = await api['POST /api/invoices/{id}/paylink'].safe({ params: { id }, body: {} })
      if (link.ok) location.assign(link.data.url)
      else toast.failed(link.error, 'Could not open the payment page')
    })

  const emailLink = (email: string | null) =>
    during('email', async () => {
      const link = await api['POST /api/invoices/{id}/paylink'].safe({
        params: { id },
        body: { send: true },
      })
      if (!link.ok) return toast.failed(link.error, 'Failed to create pay link')
      if (link.data.sent) toast.done(`Pay link sent to ${email}`)
      else toast.problem('The pay link could not go out. The customer’s messages say why.')
    })

  const charge = () =>
    during('charge', async () => {
      const started = await api['POST /api/invoices/{id}/pay'].safe({
        params: { id },
        body: {},
        idempotency_key: chargeKey.current,
      })
      if (started.ok) {
        chargeKey.current = newIdempotencyKey()
        return toast.note('Charging…')
      }
      const { error } = started
      // A response, good or bad, ends the action; without one the key stays, so that a second click
      // cannot charge twice.
      if (error.status !== 0) chargeKey.current = newIdempotencyKey()
      toast.problem(
        chargeErrorText(
          error.code,
          error instanceof ApiError && error.spoken ? error.message : null,
        ),
      )
    })

  const open = () =>
    during('open', async () => {
      const opened = await api['POST /api/invoices/{id}/open'].safe({ params: { id }, body: {} })
      if (!opened.ok) toast.failed(opened.error, 'Failed to save changes')
    })

  return { busy, payLink, payNow, emailLink, charge, open }
}
