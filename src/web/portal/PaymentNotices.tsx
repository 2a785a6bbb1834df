import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { invoiceNumber } from '../../domain/money/invoice.ts'
import { formatCents } from '../../domain/base/money.ts'
import type { Home } from '../../domain/flows/portal.ts'
import { api } from '../app/client.ts'
import { portalWords } from '../../words/en/portal.ts'
import { Notice } from '../ui/Notice.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../app/words.ts'
import { useQuery } from '@tanstack/react-query'
import type { AnswerInput } from '../../domain/money/consent-request.ts'
import { AgreeToLimit } from '../shared/money/AgreeToLimit.tsx'
import { moneyWords } from '../../words/en/money.ts'
import { limitQuery, reloadBilling } from './queries.ts'

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

/** Asks the customer to agree to a higher limit; renders nothing if there is none to agree to. */
export function LimitNotice() {
  const words = useWords(moneyWords)
  const request = useQuery(limitQuery).data?.request
  if (!request) return null
  const answer = async (body: AnswerInput) => {
    const { answer: given } = await api['POST /api/users/consent-request']({ body })
    if (given === 'agreed') toast.done(words.agreedTitle)
    await reloadBilling()
  }
  return (
    <Notice title={words.agreeTitle(formatCents(request.new_cap_cents))}>
      <AgreeToLimit request={request} answer={answer} compact />
    </Notice>
  )
}
