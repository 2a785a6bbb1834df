import { Anchor, Button, Card, Group, Stack, Text, Title, Textarea } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  disputeReasons,
  knownDisputeReason,
  type DisputeSettled,
  type DisputeToAnswer,
} from '../../../domain/money/dispute.ts'
import { formatCents } from '../../../domain/base/money.ts'
import { hasRole, officeRoles } from '../../../domain/base/roles.ts'
import { api, newIdempotencyKey } from '../../app/client.ts'
import { useMe } from '../../app/me.ts'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { momentLabel } from '../../ui/when.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { useActionForm } from '../../ui/action-form.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { onLive } from '../../app/live.ts'
import { queryClient } from '../../app/query-client.ts'

/** Payments that customers' banks ask back: what to answer and by when, and lost ones to decide about. */
export function Disputes() {
  const isOffice = hasRole(useMe().roles, officeRoles)
  const items = useQuery({ ...disputesQuery, enabled: isOffice }).data?.items ?? []
  const answering = useSheet<DisputeToAnswer>('answer-dispute')
  if (items.length === 0) return null
  return (
    <Card component="section" aria-labelledby="disputes" padding="md">
      <Title order={2} id="disputes" fz="h4">
        Disputes ({items.length})
      </Title>
      <Stack gap={0} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {items.map((one) => (
          <Row key={one.id} one={one} answer={() => answering.show(one)} />
        ))}
      </Stack>
      {answering.opened && answering.about && (
        <AnswerDisputeSheet dispute={answering.about} onClose={answering.hide} />
      )}
    </Card>
  )
}

function Row({ one, answer }: { one: DisputeToAnswer; answer: () => void }) {
  const zone = useMe().organization_timezone ?? 'UTC'
  const isLost = one.status === 'lost'
  const name = one.customer_name ?? 'A customer'
  return (
    <Group component="li" justify="space-between" gap="sm" py="xs" wrap="wrap">
      <div>
        <Text>
          {one.customer_id ? (
            <Anchor component={Link} to={`/app/customers/${one.customer_id}`} underline="always">
              {name}
            </Anchor>
          ) : (
            name
          )}
          , {formatCents(one.amount_cents)}
          {one.invoice_id && (
            <>
              {', '}
              <Anchor component={Link} to={`/app/invoices/${one.invoice_id}`} underline="always">
                Invoice #{one.invoice_number}
              </Anchor>
            </>
          )}
        </Text>
        <Text fz="sm" c="dimmed">
          {isLost
            ? 'The bank decided for the customer.'
            : `${disputeReasons[knownDisputeReason(one.reason)]}${one.due_by ? `: respond by ${momentLabel(one.due_by, zone)}` : ''}`}
        </Text>
      </div>
      <Group gap="sm">
        <StatusChip tone={isLost ? 'bad' : 'wait'}>
          {isLost ? 'Lost' : 'Needs an answer'}
        </StatusChip>
        {isLost ? (
          <Decide id={one.id} name={name} />
        ) : (
          <Button mih={44} onClick={answer} aria-label={`Answer the dispute of ${name}`}>
            Answer
          </Button>
        )}
      </Group>
    </Group>
  )
}

function Decide({ id, name }: { id: string; name: string }) {
  const [key] = useState(newIdempotencyKey)
  const settle = useMutation({
    mutationFn: (as: DisputeSettled) =>
      api['POST /api/disputes/{id}/settlement']({
        params: { id },
        body: { as },
        idempotency_key: `${key}-${as}`,
      }),
    onSuccess: (_answer, as) =>
      toast.done(as === 'owed' ? 'The invoice is open again' : 'Written off'),
    onError: (error) => toast.failed(error, 'Failed to save changes'),
    onSettled: () => reloadDisputes(),
  })
  return (
    <>
      <Button
        mih={44}
        loading={settle.isPending}
        aria-label={`${name} owes it again`}
        onClick={() => settle.mutate('owed')}
      >
        Owed again
      </Button>
      <Button
        mih={44}
        variant="default"
        loading={settle.isPending}
        aria-label={`Write off the payment of ${name}`}
        onClick={() => settle.mutate('written_off')}
      >
        Write off
      </Button>
    </>
  )
}

type Props = { dispute: DisputeToAnswer; onClose: () => void }

/** What the customer's bank is told. It can be sent once. */
function AnswerDisputeSheet({ dispute, onClose }: Props) {
  const [key] = useState(newIdempotencyKey)
  const form = useActionForm({
    initialValues: { text: '' },
    validate: {
      text: (text: string) => (text.trim() ? null : 'Write what was done and agreed.'),
    },
    failure: 'Failed to send the answer',
    send: ({ text }) =>
      api['POST /api/disputes/{id}/evidence']({
        params: { id: dispute.id },
        body: { text },
        idempotency_key: key,
        timeout_ms: 20_000,
      }),
    sent: async ({ sent }) => {
      if (sent) toast.done('Your answer is with the bank')
      else toast.note('Your answer is kept and goes out shortly')
      onClose()
      await reloadDisputes()
    },
  })
  return (
    <Sheet opened onClose={onClose} title="Answer the dispute" size="md">
      <form onSubmit={form.submit} noValidate>
        <Stack>
          <Text>
            The bank of {dispute.customer_name ?? 'the customer'} asks for{' '}
            {formatCents(dispute.amount_cents)} back. Write down what was done, when, and what was
            agreed. The bank gets this text once; it cannot be changed afterwards.
          </Text>
          <Textarea
            label="Your answer"
            autosize
            minRows={6}
            maxLength={20_000}
            data-autofocus
            {...form.getInputProps('text')}
          />
          <Unsaved values={form.values} />
          <FormProblem text={form.problem} />
          <Button type="submit" loading={form.sending}>
            Send to the bank
          </Button>
        </Stack>
      </form>
    </Sheet>
  )
}

const disputesQuery = api['GET /api/owner/disputes'].query()

const reloadDisputes = () => queryClient.invalidateQueries({ queryKey: disputesQuery.queryKey })
onLive(['invoice_updated'], () => void reloadDisputes())
