import { Button, Select, SimpleGrid, Stack } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Mails, Megaphone } from 'lucide-react'
import { channels } from '../../../domain/messages/message-kinds.ts'
import {
  allKinds,
  channelLabels,
  kindLabel,
  messageStateLabels,
  messageStates,
} from '../../../domain/messages/message-log.ts'
import { api } from '../../app/client.ts'
import { MessageRows } from './MessageRows.tsx'
import { logQuery, type LogFilter } from './queries.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Bars, Loaded, Page } from '../../ui/Page.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { SaveButton } from '../../ui/SaveButton.tsx'

type Words = Partial<Record<'q' | 'kind' | 'channel' | 'state' | 'customer', string>>

const filterOf = ({ q, kind, channel, state, customer }: Words): LogFilter => ({
  q,
  kind: allKinds.find((one) => one === kind),
  channel: channels.find((one) => one === channel),
  state: messageStates.find((one) => one === state),
  customer_id: customer,
})

/** Every message: who it went to, how, what happened to it, and what allowed it. */
export default function Messages() {
  const words: Words = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = (next: Words) =>
    void navigate({ to: '.', search: { ...words, ...next } as never, replace: true })
  const filter = filterOf(words)
  return (
    <Page
      title="Messages"
      about="What was sent, who it went to, and whether it arrived"
      actions={
        <>
          <Button
            component={Link}
            to="/app/messages/announcements"
            variant="default"
            leftSection={<Megaphone size={16} aria-hidden />}
          >
            Announcements
          </Button>
          <ExportButton filter={filter} />
        </>
      }
    >
      <Stack gap="lg">
        <Filters words={words} change={change} />
        <Log filter={filter} />
      </Stack>
    </Page>
  )
}

function Log({ filter }: { filter: LogFilter }) {
  const log = useInfiniteQuery({ ...logQuery(filter), placeholderData: keepPreviousData })
  const isFiltered = Object.values(filter).some(Boolean)
  return (
    <Loaded of={log} failure="Failed to load messages" skeleton={<Bars rows={6} height={84} />}>
      {({ pages }) => {
        const messages = pages.flatMap((page) => page.messages)
        if (messages.length === 0)
          return (
            <EmptyState
              title={isFiltered ? 'No messages match' : 'No messages yet'}
              icon={<Mails size={22} />}
            />
          )
        return (
          <div>
            <MessageRows messages={messages} />
            <LoadMore of={log} label="Load older messages" />
          </div>
        )
      }}
    </Loaded>
  )
}

type FiltersProps = { words: Words; change: (next: Words) => void }

function Filters({ words, change }: FiltersProps) {
  return (
    <search aria-label="Filter messages">
      <SimpleGrid cols={{ base: 2, lg: 4 }} spacing="sm">
        <SearchField
          label="Search"
          placeholder="Customer, address or words"
          value={words.q ?? ''}
          change={(q) => change({ q: q || undefined })}
        />
        <Choice
          label="Kind"
          value={words.kind}
          data={allKinds.map((value) => ({ value, label: kindLabel(value) }))}
          change={(kind) => change({ kind })}
        />
        <Choice
          label="Channel"
          value={words.channel}
          data={channels.map((value) => ({ value, label: channelLabels[value] }))}
          change={(channel) => change({ channel })}
        />
        <Choice
          label="State"
          value={words.state}
          data={messageStates.map((value) => ({ value, label: messageStateLabels[value] }))}
          change={(state) => change({ state })}
        />
      </SimpleGrid>
      {words.customer && (
        <Button mt="sm" size="xs" variant="default" onClick={() => change({ customer: undefined })}>
          Show messages to everybody
        </Button>
      )}
    </search>
  )
}

type ChoiceProps = {
  label: string
  value: string | undefined
  data: { value: string; label: string }[]
  change: (value: string | undefined) => void
}

const Choice = ({ label, value, data, change }: ChoiceProps) => (
  <Select
    label={label}
    placeholder="All"
    clearable
    data={data}
    value={value ?? null}
    onChange={(chosen) => change(chosen ?? undefined)}
  />
)

/** The messages the filters let through, as a file. */
const ExportButton = ({ filter }: { filter: LogFilter }) => (
  <SaveButton
    name="messages.csv"
    read={() => api['GET /api/owner/messages/export']({ query: filter, timeout_ms: 60_000 })}
    failure="CSV export failed"
  >
    Export CSV
  </SaveButton>
)
