import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import { invoiceNumber } from '../../domain/money/invoice.ts'
import { formatCents } from '../../domain/base/money.ts'
import type { PayAll as Owed } from '../../domain/money/pay-all.ts'
import type { PaymentMethod } from '../../domain/money/payment.ts'
import { api, newIdempotencyKey } from '../app/client.ts'
import { methodText } from '../shared/money/method-text.ts'
import { owedQuery, reloadInvoices, reloadOwed } from '../shared/money/queries.ts'
import { billingQuery } from './queries.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Notice } from '../ui/Notice.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../app/words.ts'
import { payAllWords } from '../../words/en/pay-all.ts'

/** Pays several open invoices with one press, and says what is on its way and what was not taken. */
export function PayAll() {
  const owed = useQuery(owedQuery).data
  if (!owed || (owed.invoices < 2 && owed.underway === 0 && owed.failed.length === 0)) return null
  return (
    <Stack gap="sm" mb="md">
      <Underway owed={owed} />
      <Failed failed={owed.failed} />
      {owed.invoices > 1 && <Pay owed={owed} />}
    </Stack>
  )
}

function Pay({ owed }: { owed: Owed }) {
  const words = useWords(payAllWords)
  const billing = useQuery(billingQuery).data
  // One key for each time of asking: a second press of the same is the first one.
  const [asked, setAsked] = useState<string | null>(null)
  const amount = formatCents(owed.total_cents)
  const method = billing?.default_pm ?? null
  return (
    <Card component="section" aria-labelledby="pay-all">
      <Group justify="space-between" gap="sm">
        <div>
          <Title order={2} fz="h3" id="pay-all">
            {words.title(amount)}
          </Title>
          <Text c="dimmed">{words.about(owed.invoices)}</Text>
        </div>
        {method && billing?.canCollect ? (
          <Button
            mih={44}
            leftSection={<CreditCard size={17} aria-hidden />}
            onClick={() => setAsked(newIdempotencyKey())}
          >
            {words.button(amount)}
          </Button>
        ) : (
          billing?.canCollect && (
            <Button component={Link} to="/app/user/payments" variant="default" mih={44}>
              {words.noMethod}
            </Button>
          )
        )}
      </Group>
      {method && <Ask owed={owed} method={method} asked={asked} onClose={() => setAsked(null)} />}
    </Card>
  )
}

type Asking = { owed: Owed; method: PaymentMethod; asked: string | null; onClose: () => void }

function Ask({ owed: { invoices, total_cents }, method, asked, onClose }: Asking) {
  const words = useWords(payAllWords)
  const cache = useQueryClient()
  const amount = formatCents(total_cents)
  const pay = async () => {
    try {
      const next = await api['POST /api/users/billing/pay-all']({
        body: { total_cents },
        idempotency_key: asked ?? newIdempotencyKey(),
        timeout_ms: 15_000,
      })
      cache.setQueryData(owedQuery.queryKey, next)
      toast.done(words.started)
    } finally {
      await Promise.all([reloadOwed(), reloadInvoices()])
    }
  }
  return (
    <ConfirmDialog
      opened={asked !== null}
      onClose={onClose}
      title={words.ask(amount)}
      confirm={words.confirm(amount)}
      failure={words.failure}
      onConfirm={pay}
    >
      {words.text(invoices, nameOf(method))}
    </ConfirmDialog>
  )
}

const nameOf = ({ type, brand, last4, wallet }: PaymentMethod): string =>
  methodText({ pm_type: type, card_brand: brand, last4, wallet })

function Underway({ owed: { underway, underway_cents } }: { owed: Owed }) {
  const words = useWords(payAllWords)
  return underway === 0 ? null : (
    <Notice title={words.underway(underway, formatCents(underway_cents))}>
      {words.underwayText}
    </Notice>
  )
}

function Failed({ failed }: { failed: Owed['failed'] }) {
  const words = useWords(payAllWords)
  return failed.length === 0 ? null : (
    <Notice color="red" title={words.failed(failed.length)}>
      {failed.map((one) => (
        <Text key={one.invoice_id}>
          <Link to="/app/invoices/$id" params={{ id: one.invoice_id }}>
            {words.one(invoiceNumber(one), formatCents(one.balance_cents))}
          </Link>
          {one.sentence && `: ${one.sentence}`}
        </Text>
      ))}
      <Text>{words.failedText}</Text>
    </Notice>
  )
}
