import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Thread } from '../../../api/inbox.ts'
import { clockText } from '../../../domain/base/dates.ts'
import { api } from '../../app/client.ts'
import { threadQuery } from './queries.ts'
import { queryClient } from '../../app/query-client.ts'
import { Money } from '../../ui/Money.tsx'
import { toast } from '../../ui/toast.tsx'
import { dayLabel } from '../../ui/when.ts'
import { CustomerLink } from '../../ui/CustomerLink.tsx'
import classes from './inbox.module.css'
import { Stranger } from './Stranger.tsx'

/** Who it is, what they owe, and when we come next. */
export function Beside({ thread, onMoved }: { thread: Thread; onMoved: (id: string) => void }) {
  if (!thread.customer_id) return <Stranger thread={thread} onMoved={onMoved} />
  return (
    <aside className={classes.beside} aria-label="About the customer">
      <Group justify="space-between">
        <CustomerLink id={thread.customer_id}>{thread.name}</CustomerLink>
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
              Turn it into a request to move
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
