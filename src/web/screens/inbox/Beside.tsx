import { Button, Group, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Thread } from '../../../api/inbox.ts'
import { clockText } from '../../../domain/dates.ts'
import { api } from '../../client.ts'
import { threadQuery } from '../../inbox/queries.ts'
import { queryClient } from '../../query-client.ts'
import { Money } from '../../ui/Money.tsx'
import { toast } from '../../ui/toast.tsx'
import { dayLabel } from '../../ui/when.ts'
import classes from './inbox.module.css'

/** Who it is, what they owe, and when we come next. */
export function Beside({ thread, onMoved }: { thread: Thread; onMoved: (id: string) => void }) {
  if (!thread.customer_id) return <Match id={thread.id} onMoved={onMoved} />
  return (
    <aside className={classes.beside} aria-label="About the customer">
      <Group justify="space-between">
        <Link to="/app/customers" search={{ customer: thread.customer_id } as never}>
          {thread.name}
        </Link>
        <span>
          Owes <Money cents={thread.balance_cents ?? 0} strong />
        </span>
      </Group>
      <h3>Next visits</h3>
      {thread.visits.length === 0 && <p>None planned.</p>}
      <ul>
        {thread.visits.map((visit) => (
          <li key={visit.occurrence_id}>
            <Visit thread={thread} visit={visit} />
          </li>
        ))}
      </ul>
    </aside>
  )
}

function Visit({ thread, visit }: { thread: Thread; visit: Thread['visits'][number] }) {
  const message_id = thread.messages.findLast(({ direction }) => direction === 'in')?.id
  const { occurrence_id } = visit
  const keep = (data: Thread) => queryClient.setQueryData(threadQuery(thread.id).queryKey, data)
  const onError = (fault: unknown) => toast.failed(fault, 'This could not be done')
  const ask = useMutation({
    mutationFn: (action: 'reschedule' | 'cancel') =>
      api['POST /api/owner/threads/{id}/requests']({
        params: { id: thread.id },
        body: { message_id: message_id ?? '', occurrence_id, action },
      }),
    onSuccess: keep,
    onError,
  })
  const isLinked = thread.occurrence_id === occurrence_id
  const link = useMutation({
    mutationFn: () =>
      api['PATCH /api/owner/threads/{id}']({
        params: { id: thread.id },
        body: { occurrence_id: isLinked ? null : occurrence_id },
      }),
    onSuccess: keep,
    onError,
  })
  const at = visit.start_minutes === null ? '' : `, ${clockText(visit.start_minutes)}`
  return (
    <Group justify="space-between" gap="xs">
      <span>
        {dayLabel(visit.date)}
        {at} · {visit.service}
        {visit.request && ` · asks to ${visit.request}`}
      </span>
      <Group gap={4}>
        <Button size="compact-sm" variant="subtle" onClick={() => link.mutate()}>
          {isLinked ? 'Unlink' : 'Link'}
        </Button>
        {message_id && !visit.request && (
          <>
            <Button size="compact-sm" variant="default" onClick={() => ask.mutate('reschedule')}>
              Make it a request to move
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => ask.mutate('cancel')}>
              To cancel
            </Button>
          </>
        )}
      </Group>
    </Group>
  )
}

/** Says which customer an unknown sender is. */
function Match({ id, onMoved }: { id: string; onMoved: (id: string) => void }) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 300)
  const found = useQuery({
    ...api['GET /api/owner/customers'].query({ query: { q: search, limit: 8 } }),
    enabled: search.length > 1,
  })
  const match = useMutation({
    mutationFn: (customer_id: string) =>
      api['POST /api/owner/threads/{id}/customer']({ params: { id }, body: { customer_id } }),
    onSuccess: (data) => onMoved(data.id),
    onError: (fault) => toast.failed(fault, 'This could not be done'),
  })
  return (
    <aside className={classes.beside} aria-label="About the sender">
      <Select
        label="We do not know this sender. Who is it?"
        placeholder="Search customers"
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        filter={({ options }) => options}
        data={(found.data?.customers ?? []).map((one) => ({
          value: one.id,
          label: one.name ?? one.email ?? 'No name',
        }))}
        onChange={(customer_id) => customer_id && match.mutate(customer_id)}
      />
    </aside>
  )
}
