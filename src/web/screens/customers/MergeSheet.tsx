import { Button, List, Loader, Radio, Stack, Text } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addressLine, phoneText } from '../../../domain/contact.ts'
import { customerStatusLabels, type Customer, type Lookalike } from '../../../domain/customer.ts'
import { keptFirst, movesText } from '../../../domain/merging.ts'
import { formatCents } from '../../../domain/money.ts'
import { api, ApiError } from '../../client.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { Refusable } from '../../ui/Refusable.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { dateLabel } from '../../ui/when.ts'
import { Notice } from '../../ui/Notice.tsx'
import classes from './customers.module.css'
import { customerName } from '../../customers/queries.ts'

const call = 'POST /api/owner/customers/{id}/merge'
/** A customer of many years has much to move, and a payment begun is released first. */
const patient = { timeout_ms: 30_000 }

type Props = { customer: Customer; other: Lookalike; opened: boolean; onClose: () => void }

/** Makes one customer of two: whom to keep, what moves, what stands in the way. */
export default function MergeSheet({ customer, other, opened, onClose }: Props) {
  const cache = useQueryClient()
  const read = useQuery(api['GET /api/owner/customers/{id}'].query({ params: { id: other.id } }))
  const [chosen, choose] = useState<string | null>(null)
  const both = read.data ? [customer, read.data] : []
  const keep =
    both.find(({ id }) => id === chosen) ?? (both.length ? keptFirst(both[0]!, both[1]!) : null)
  const from = both.find((one) => one !== keep) ?? null
  const preview = useQuery({
    queryKey: [...api[call].key(), keep?.id, from?.id],
    queryFn: () =>
      api[call]({ params: { id: keep!.id }, body: { from: from!.id, dry_run: true }, ...patient }),
    enabled: keep !== null && from !== null && opened,
    // It is decided on by what is true now.
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  const merging = useMutation({
    mutationFn: () => api[call]({ params: { id: keep!.id }, body: { from: from!.id }, ...patient }),
    onSuccess: () => {
      toast.done(`Merged into ${customerName(keep!)}`, 'customers')
      onClose()
      // What moved may be shown anywhere.
      void cache.invalidateQueries()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) void preview.refetch()
    },
  })
  const told = preview.data
  const failed = merging.error ?? read.error ?? preview.error
  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      title="Merge two customers"
      size="lg"
      footer={
        <>
          <Button variant="default" onClick={onClose} disabled={merging.isPending}>
            Cancel
          </Button>
          <Refusable
            color="red"
            refusal={told?.conflicts[0] ?? null}
            loading={merging.isPending || (!told && !failed)}
            disabled={preview.isPlaceholderData}
            onClick={() => told && merging.mutate()}
          >
            Merge
          </Refusable>
        </>
      }
    >
      <Stack gap="md" pb="md">
        <Text>
          Everything of the one who goes moves to the one you keep, and links to either card lead
          there. <strong>This cannot be undone.</strong>
        </Text>
        {both.length === 0 && !failed && <Loader aria-label="Loading" />}
        {both.length > 0 && (
          <Radio.Group label="Whom do you keep?" value={keep!.id} onChange={choose}>
            <div className={classes.pair}>
              {both.map((one) => (
                <Side key={one.id} customer={one} isKept={one === keep} />
              ))}
            </div>
          </Radio.Group>
        )}
        {told && from && (
          <>
            {told.conflicts.map(({ code, sentence }) => (
              <Notice key={code} color="red">
                {sentence}
              </Notice>
            ))}
            <section aria-label="What moves" aria-busy={preview.isPlaceholderData}>
              <h3 className={classes.small}>Moves to {customerName(keep!)}</h3>
              <Moves told={told.moves} />
            </section>
            {told.effects.length > 0 && (
              <section aria-label="What changes">
                <h3 className={classes.small}>And then</h3>
                <List spacing={4}>
                  {told.effects.map((line) => (
                    <List.Item key={line}>{line}</List.Item>
                  ))}
                </List>
              </section>
            )}
          </>
        )}
        <FormProblem text={failed?.message ?? null} />
      </Stack>
    </Sheet>
  )
}

function Moves({ told }: { told: Parameters<typeof movesText>[0] }) {
  const words = movesText(told)
  if (words.length === 0) return <Text c="dimmed">Nothing but what is on the card itself.</Text>
  return (
    <Text>
      {words.join(', ')}.
      {told.open_balance_cents > 0 &&
        ` ${formatCents(told.open_balance_cents)} of it is still due.`}
    </Text>
  )
}

/** One of the two, with what tells them apart. */
function Side({ customer, isKept }: { customer: Customer; isKept: boolean }) {
  const name = customerName(customer)
  const facts = [
    customer.email,
    customer.phone_number && phoneText(customer.phone_number),
    addressLine(customer),
    customer.frequency_label,
    [
      customer.has_login && 'Signs in',
      customer.has_autopay && 'Autopay',
      customer.has_card_on_file && 'Card on file',
    ]
      .filter(Boolean)
      .join(', '),
    customer.outstanding_balance_cents > 0 &&
      `${formatCents(customer.outstanding_balance_cents)} due`,
    `Since ${dateLabel(customer.created_at.slice(0, 10))}`,
  ].filter(Boolean) as string[]
  return (
    <Radio.Card
      value={customer.id}
      className={classes.side}
      aria-label={`Keep ${[name, ...facts].join(', ')}`}
    >
      <span className={classes.sideHead}>
        <Radio.Indicator />
        <strong>{name}</strong>
      </span>
      <span className={classes.soft}>
        {customerStatusLabels[customer.status]} · {isKept ? 'stays' : 'goes'}
      </span>
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </Radio.Card>
  )
}
