import { useRef, useState } from 'react'
import type { Calls } from '../../../api/calls.ts'
import type { Answer } from '../../../api/kit.ts'
import { approvable } from '../../../domain/money/autopay.ts'
import { chargeErrorText } from '../../../domain/money/payment.ts'
import { saidToOffice } from '../../../domain/money/payment-badge.ts'
import type { Invoice } from '../../../domain/money/invoice.ts'
import { api, ApiError, newIdempotencyKey } from '../../app/client.ts'
import { useMe } from '../../app/me.ts'
import { momentLabel } from '../../ui/when.ts'
import { copyText } from '../../ui/CopyButton.tsx'
import { toast } from '../../ui/toast.tsx'
import { wordsNow } from '../../app/words.ts'
import { reloadInvoice, reloadInvoices, reloadPayments } from '../money/queries.ts'
import { invoiceWords } from '../../../words/en/invoice.ts'

type InvoiceAct = 'send' | 'copy' | 'charge' | 'open' | 'pay'

/** Refetches everything shown about an invoice. */
export const reloadAround = (id: string): Promise<unknown> =>
  Promise.all([reloadInvoice(id), reloadInvoices(), reloadPayments()])

type SentBill = Answer<Calls['POST /api/invoices/{id}/send']>
const sentText = ({ goes_out_at, waits_for_email }: SentBill, zone: string | null): string => {
  const words = wordsNow(invoiceWords)
  if (waits_for_email) return words.waitsForEmail
  return goes_out_at ? words.onItsWayAt(momentLabel(goes_out_at, zone)) : words.onItsWay
}

/** What the office can do to an invoice with one click; `busy` names the action in progress. */
export function useInvoiceActs({ id }: Pick<Invoice, 'id'>) {
  const [busy, setBusy] = useState<InvoiceAct | null>(null)
  const { organization_timezone: zone } = useMe()
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

  const send = () =>
    during('send', async () => {
      const answer = await api['POST /api/invoices/{id}/send'].safe({ params: { id }, body: {} })
      if (!answer.ok) toast.failed(answer.error, wordsNow(invoiceWords).sendFailed)
      else if (answer.data.sent)
        toast[answer.data.waits_for_email ? 'note' : 'done'](sentText(answer.data, zone))
      else toast.problem(answer.data.reason ?? wordsNow(invoiceWords).notSent)
    })

  const copyLink = () =>
    during('copy', async () => {
      const link = await api['POST /api/invoices/{id}/paylink'].safe({ params: { id }, body: {} })
      if (!link.ok) toast.failed(link.error, 'Failed to create pay link')
      else if (await copyText(link.data.url)) toast.done(wordsNow(invoiceWords).linkCopied)
    })

  /** For a customer: goes to the payment page; the browser's Back returns here. */
  const payNow = () =>
    during('pay', async () => {
      const link = await api['POST /api/invoices/{id}/paylink'].safe({ params: { id }, body: {} })
      if (link.ok) location.assign(link.data.url)
      else toast.failed(link.error, wordsNow(invoiceWords).payPageFailed)
    })

  /** `ask`: calls it if the charge needs the customer’s word. */
  const charge = (ask: () => void) =>
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
      if (error.code && approvable.has(error.code)) return ask()
      const said = error instanceof ApiError && error.spoken ? error.message : null
      toast.problem(saidToOffice(chargeErrorText(error.code, said)))
    })

  const open = () =>
    during('open', async () => {
      const opened = await api['POST /api/invoices/{id}/open'].safe({ params: { id }, body: {} })
      if (!opened.ok) toast.failed(opened.error, 'Failed to save changes')
    })

  return { busy, send, copyLink, payNow, charge, open }
}

export type Detail = Answer<Calls['GET /api/invoices/{id}']>
