import { Button, Group, Select, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { Thread } from '../../../api/inbox.ts'
import { api, newIdempotencyKey } from '../../app/client.ts'
import { toast } from '../../ui/toast.tsx'
import classes from './inbox.module.css'

type Props = { thread: Thread; onMoved: (id: string) => void }

/** What to do with an unknown sender: add them as a lead, or say which customer they are. */
export function Stranger({ thread, onMoved }: Props) {
  const [name, setName] = useState(thread.name)
  const [key] = useState(newIdempotencyKey)
  const match = (customer_id: string) =>
    api['POST /api/owner/threads/{id}/customer']({
      params: { id: thread.id },
      body: { customer_id },
    })
  const add = useMutation({
    mutationFn: async () => {
      const body = { name, ...addressOf(thread) }
      const lead = await api['POST /api/owner/customers']({ body, idempotency_key: key })
      return match(lead.id)
    },
    onSuccess: ({ id }) => {
      toast.done('Added as a lead')
      onMoved(id)
    },
    onError: (fault) => toast.failed(fault, 'The lead was not added'),
  })
  return (
    <aside className={classes.beside} aria-label="About the sender">
      <Text mb="sm">
        This sender is not one of your customers yet. You can reply right away. To see their visits
        and invoices here, add them as a lead or link them to a customer.
      </Text>
      <Group align="flex-end" gap="xs" mb="sm">
        <TextInput
          label="Name"
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button
          leftSection={<UserPlus size={16} aria-hidden />}
          loading={add.isPending}
          disabled={!name.trim()}
          onClick={() => add.mutate()}
        >
          Add as a lead
        </Button>
      </Group>
      <Known match={match} onMoved={onMoved} />
    </aside>
  )
}

/** Where the sender writes from, as it goes on the lead. */
function addressOf({ messages }: Thread): { email?: string; phone_number?: string } {
  const last = messages.findLast(({ direction }) => direction === 'in')
  if (!last) return {}
  return last.channel === 'email' ? { email: last.address } : { phone_number: last.address }
}

type KnownProps = { match: (customer_id: string) => Promise<Thread>; onMoved: (id: string) => void }

function Known({ match, onMoved }: KnownProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 300)
  const found = useQuery({
    ...api['GET /api/owner/customers'].query({ query: { q: search, limit: 8 } }),
    enabled: search.length > 1,
  })
  const choose = useMutation({
    mutationFn: match,
    onSuccess: ({ id }) => onMoved(id),
    onError: (fault) => toast.failed(fault, 'This could not be done'),
  })
  return (
    <Select
      label="Or link to a customer"
      placeholder="Search customers"
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      data={(found.data?.customers ?? []).map((one) => ({
        value: one.id,
        label: one.name ?? one.email ?? 'No name',
      }))}
      onChange={(customer_id) => customer_id && choose.mutate(customer_id)}
    />
  )
}
