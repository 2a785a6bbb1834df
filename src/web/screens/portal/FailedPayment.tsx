import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { invoiceNumber } from '../../../domain/invoice.ts'
import { formatCents } from '../../../domain/money.ts'
import type { Home } from '../../../domain/portal.ts'
import { api } from '../../client.ts'
import { portalWords } from '../../portal/words.ts'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWords } from '../../words.ts'

/** A charge that failed, or a payment the bank gave back, above everything else, with the way to pay it now. */
export function FailedPayment({ failed }: { failed: NonNullable<Home['failed']> }) {
  const words = useWords(portalWords)
  const [busy, setBusy] = useState(false)
  const amount = formatCents(failed.balance_cents)
  const title = failed.is_bank_return ? words.bankReturned(amount) : words.chargeFailed(amount)
  const pay = async () => {
    setBusy(true)
    const link = await api['POST /api/invoices/{id}/paylink'].safe({
      params: { id: failed.invoice_id },
      body: {},
    })
    if (link.ok) return location.assign(link.data.url)
    setBusy(false)
    toast.failed(link.error, words.payFailed)
  }
  return (
    <Notice color="red" title={title}>
      <Group justify="space-between" gap="sm">
        <span>{words.chargeFailedText(invoiceNumber(failed))}</span>
        <Button color="red" mih={44} loading={busy} onClick={() => void pay()}>
          {words.pay(amount)}
        </Button>
      </Group>
    </Notice>
  )
}
