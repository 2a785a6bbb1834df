import { Button, List, Loader, Radio, Stack, Text } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Calls } from '../../../api/calls.ts'
import type { Answer } from '../../../api/kit.ts'
import {
  customerStatusLabels,
  type Customer,
  type Lookalike,
} from '../../../domain/customers/customer.ts'
import { movesText } from '../../../domain/flows/merging.ts'
import { formatCents } from '../../../domain/base/money.ts'
import { api, ApiError } from '../../app/client.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { Refusable } from '../../ui/Refusable.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { Notice } from '../../ui/Notice.tsx'
import classes from './customers.module.css'
import { customerName } from '../../shared/customers/queries.ts'
import { mergePair, distinguishingFacts } from './merge-pair.ts'

const call = 'POST /api/owner/customers/{id}/merge'
/** A long-time customer has much to move, and a pending payment is released first. */
const patient = { timeout_ms: 30_000 }

type Props = { customer: Customer; other: Lookalike; opened: boolean; onClose: () => void }

/** Merges two customers: which one to keep, what moves, what prevents it. */
export default function MergeSheet({ customer, other, opened, onClose }: Props) {
  const read = useQuery(api['GET /api/owner/customers/{id}'].query({ params: { id: other.id } }))
  const [chosen, choose] = useState<string | null>(null)
  const pair = read.data ? mergePair(customer, read.data, chosen) : null
  const preview = usePreview(pair, opened)
  const merging = useMerging(pair, { onClose, outdated: () => void preview.refetch() })
  const outcome = preview.data
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
            refusal={outcome?.conflicts[0] ?? null}
            loading={merging.isPending || (!outcome && !failed)}
            disabled={preview.isPlaceholderData}
            onClick={() => outcome && merging.mutate()}
          >
            Merge
          </Refusable>
        </>
      }
    >
      <Stack gap="md" pb="md">
        <Text>
          Everything moves to the customer you keep, and links to either one lead there.{' '}
          <strong>This cannot be undone.</strong>
        </Text>
        {!pair && !failed && <Loader aria-label="Loading" />}
        {pair && (
          <Radio.Group
            label="Which one do you want to keep?"
            value={pair.keep.id}
            onChange={choose}
          >
            <div className={classes.pair}>
              {[customer, read.data!].map((one) => (
                <Side key={one.id} customer={one} isKept={one === pair.keep} />
              ))}
            </div>
          </Radio.Group>
        )}
        {outcome && pair && (
          <Consequences outcome={outcome} keep={pair.keep} isOld={preview.isPlaceholderData} />
        )}
        <FormProblem text={failed?.message ?? null} />
      </Stack>
    </Sheet>
  )
}

type Pair = { keep: Customer; from: Customer }

/** What merging would do. */
const usePreview = (pair: Pair | null, opened: boolean) =>
  useQuery({
    queryKey: [...api[call].key(), pair?.keep.id, pair?.from.id],
    queryFn: () =>
      api[call]({
        params: { id: pair!.keep.id },
        body: { from: pair!.from.id, dry_run: true },
        ...patient,
      }),
    enabled: pair !== null && opened,
    // The decision needs current data.
    gcTime: 0,
    placeholderData: keepPreviousData,
  })

type After = { onClose: () => void; outdated: () => void }

function useMerging(pair: Pair | null, { onClose, outdated }: After) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () =>
      api[call]({ params: { id: pair!.keep.id }, body: { from: pair!.from.id }, ...patient }),
    onSuccess: () => {
      toast.done(`Merged into ${customerName(pair!.keep)}`, 'customers')
      onClose()
      // The moved data may be shown anywhere.
      void cache.invalidateQueries()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) outdated()
    },
  })
}

type ConsequencesProps = { outcome: Answer<Calls[typeof call]>; keep: Customer; isOld: boolean }

/** What prevents the merge, what moves, and what changes with it. */
const Consequences = ({ outcome, keep, isOld }: ConsequencesProps) => (
  <>
    {outcome.conflicts.map(({ code, sentence }) => (
      <Notice key={code} color="red">
        {sentence}
      </Notice>
    ))}
    <section aria-label="What moves" aria-busy={isOld}>
      <h3 className={classes.small}>Moves to {customerName(keep)}</h3>
      <Moves outcome={outcome.moves} />
    </section>
    {outcome.effects.length > 0 && (
      <section aria-label="What changes">
        <h3 className={classes.small}>And then</h3>
        <List spacing={4}>
          {outcome.effects.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      </section>
    )}
  </>
)

function Moves({ outcome }: { outcome: Parameters<typeof movesText>[0] }) {
  const words = movesText(outcome)
  if (words.length === 0) return <Text c="dimmed">Only what is on the card itself.</Text>
  return (
    <Text>
      {words.join(', ')}.
      {outcome.open_balance_cents > 0 &&
        ` ${formatCents(outcome.open_balance_cents)} of it is still due.`}
    </Text>
  )
}

/** One of the two, with what distinguishes them. */
function Side({ customer, isKept }: { customer: Customer; isKept: boolean }) {
  const name = customerName(customer)
  const facts = distinguishingFacts(customer)
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
