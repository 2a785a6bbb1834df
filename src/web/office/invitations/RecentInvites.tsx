import { ActionIcon, Card, Group, Select, TextInput, Title } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Search, X } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../app/client.ts'
import { DateField } from '../../ui/DateField.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Loaded } from '../../ui/Page.tsx'
import { invitationWords } from '../../../words/en/invitations.ts'
import { Invites } from './Invites.tsx'
import { useWords } from '../../app/words.ts'

const route = getRouteApi('/app/onboard-customer')
const vias = ['qr', 'email', 'sms'] as const

export function RecentInvites() {
  const words = useWords(invitationWords)
  const { via = 'all', from, q } = route.useSearch()
  const list = useInfiniteQuery(
    api['GET /api/owner/invitations/recent'].pages({ query: { via, from, q, kind: 'customer' } }),
  )
  const isFiltered = via !== 'all' || Boolean(from) || Boolean(q)
  return (
    <Card component="section" aria-labelledby="recent" padding="lg">
      <Title order={2} id="recent" mb="sm">
        {words.recent}
      </Title>
      <Filters />
      <Loaded of={list} failure={words.recentFailed}>
        {({ pages }) => {
          const invites = pages.flatMap((page) => page.invites)
          if (invites.length === 0)
            return (
              <EmptyState title={isFiltered ? words.noneMatch : words.none}>
                {isFiltered ? words.tryOther : words.listedHere}
              </EmptyState>
            )
          return (
            <>
              <Invites invites={invites} label={words.recent} />
              <LoadMore of={list} />
            </>
          )
        }}
      </Loaded>
    </Card>
  )
}

function Filters() {
  const words = useWords(invitationWords)
  const { via = 'all', from, q } = route.useSearch()
  const navigate = route.useNavigate()
  const [typed, setTyped] = useState(q ?? '')
  const set = (change: {
    via?: 'qr' | 'email' | 'sms' | undefined
    from?: string | undefined
    q?: string | undefined
  }) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace: true, resetScroll: false })
  const find = useDebouncedCallback((text: string) => set({ q: text.trim() || undefined }), 300)
  return (
    <Group gap="sm" mb="md" align="flex-end">
      <Select
        label={words.type}
        data={[
          { value: 'all', label: words.allTypes },
          ...vias.map((value) => ({ value, label: words.via(value) })),
        ]}
        value={via}
        allowDeselect={false}
        w={140}
        onChange={(next) => set({ via: next === 'all' ? undefined : (next as 'qr') })}
      />
      <DateField
        label={words.since}
        value={from ?? null}
        clearable
        w={220}
        onChange={(date) => set({ from: date ?? undefined })}
      />
      <TextInput
        label={words.search}
        placeholder={words.searchFor}
        leftSection={<Search size={16} aria-hidden />}
        rightSection={
          typed && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={words.clearSearch}
              onClick={() => (setTyped(''), set({ q: undefined }))}
            >
              <X size={16} aria-hidden />
            </ActionIcon>
          )
        }
        flex="1 1 200px"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          find(event.currentTarget.value)
        }}
      />
    </Group>
  )
}
