import { Button, Select, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Megaphone, Tag, TrendingUp, X } from 'lucide-react'
import { useState } from 'react'
import type { CustomerRow } from '../../../api/customer-table.ts'
import { announcementChoice } from '../../../domain/flows/announcement.ts'
import { bulkLimit, type BulkStatusResult } from '../../../domain/customers/customer-bulk.ts'
import { unassignedGroup, type Team } from '../../../domain/people/team.ts'
import { api } from '../../app/client.ts'
import { refreshCustomers } from '../../shared/customers/queries.ts'
import { chooseCustomers } from '../messages/chosen-customers.ts'
import { toast } from '../../ui/toast.tsx'
import css from './customers-table.module.css'

type Props = { selected: readonly CustomerRow[]; teams: readonly Team[]; clear: () => void }
type Edit = { add_tags?: string[]; remove_tags?: string[]; team_id?: string | null }

const noTeam = 'none'

/** What can be done with the selected customers at once. */
export function BulkBar({ selected, teams, clear }: Props) {
  const [tag, setTag] = useState('')
  const edit = useBulkEdit(selected, () => setTag(''))
  const navigate = useNavigate()
  const words = tag.trim()
  const hasTag = selected.some(({ tags }) =>
    tags.some((one) => one.toLowerCase() === words.toLowerCase()),
  )
  const goTo = (to: '/app/messages/announcements' | '/app/price-campaigns') => {
    if (!chooseCustomers(selected.slice(0, announcementChoice).map(({ id }) => id)))
      return toast.problem('This browser has no room to remember your selection.')
    void navigate({ to, search: { to: 'chosen' } as never })
  }
  return (
    <section className={css.bulk} aria-label="Selected customers">
      <Text fw={650} w="100%">
        {selected.length === 1 ? '1 customer selected' : `${selected.length} customers selected`}
      </Text>
      <TextInput
        label="Tag"
        placeholder="spring"
        maxLength={60}
        value={tag}
        onChange={(event) => setTag(event.currentTarget.value)}
      />
      <Button
        variant="default"
        leftSection={<Tag size={16} aria-hidden />}
        disabled={!words}
        loading={edit.isPending && edit.variables.add_tags !== undefined}
        onClick={() => edit.mutate({ add_tags: [words] })}
      >
        Add tag
      </Button>
      {hasTag && (
        <Button
          variant="default"
          loading={edit.isPending && edit.variables.remove_tags !== undefined}
          onClick={() => edit.mutate({ remove_tags: [words] })}
        >
          Remove tag
        </Button>
      )}
      <Select
        label="Team"
        placeholder="Assign to…"
        value={null}
        disabled={edit.isPending}
        data={[
          { value: noTeam, label: unassignedGroup },
          ...teams.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(team) => team && edit.mutate({ team_id: team === noTeam ? null : team })}
      />
      <Button
        variant="default"
        leftSection={<Megaphone size={16} aria-hidden />}
        onClick={() => goTo('/app/messages/announcements')}
      >
        Message
      </Button>
      <Button
        variant="default"
        leftSection={<TrendingUp size={16} aria-hidden />}
        onClick={() => goTo('/app/price-campaigns')}
      >
        Price
      </Button>
      <Button variant="subtle" leftSection={<X size={16} aria-hidden />} onClick={clear}>
        Clear selection
      </Button>
    </section>
  )
}

/** Sends an edit in parts as large as one call takes. */
function useBulkEdit(selected: readonly CustomerRow[], done: () => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (edit: Edit): Promise<BulkStatusResult> => {
      const result: BulkStatusResult = { updated: [], failed: [] }
      for (let from = 0; from < selected.length; from += bulkLimit) {
        const ids = selected.slice(from, from + bulkLimit).map(({ id }) => id)
        const part = await api['POST /api/owner/customers/bulk-edit']({
          body: { ids, ...edit },
          timeout_ms: 60_000,
        })
        result.updated.push(...part.updated)
        result.failed.push(...part.failed)
      }
      return result
    },
    onSuccess: ({ updated, failed }) => {
      const [first] = failed
      if (first) toast.problem(`${updated.length} changed, ${failed.length} not: ${first.error}`)
      else toast.done(`${updated.length} changed`, 'customers')
      done()
    },
    onError: (error) => toast.failed(error, 'Failed to change the customers'),
    onSettled: () => refreshCustomers(cache),
  })
}
