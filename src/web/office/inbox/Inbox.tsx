import { Group, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Inbox as InboxIcon, Search } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { threadsQuery, type ThreadFilter } from './queries.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Loaded, Page } from '../../ui/Page.tsx'
import { Conversation } from './Conversation.tsx'
import classes from './inbox.module.css'
import type { ThreadLine } from '../../../api/inbox.ts'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { momentLabel } from '../../ui/when.ts'

type Words = { thread?: string; state?: 'open' | 'waiting' | 'closed'; whose?: 'mine' | 'none' }
const states = [
  { value: 'all', label: 'All' },
  { value: 'open', label: 'To answer' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'closed', label: 'Closed' },
]
const owners = [
  { value: 'all', label: 'Everyone’s' },
  { value: 'mine', label: 'Mine' },
  { value: 'none', label: 'Unassigned' },
]

/** What customers wrote, and the answers: the list and a conversation side by side, one after the other on a phone. */
export default function Inbox() {
  const words: Words = useSearch({ strict: false })
  const { thread, whose } = words
  const state = words.state ?? 'all'
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), 300)
  const go = (next: object) =>
    void navigate({ to: '.', search: (old: object) => ({ ...old, ...next }) })
  return (
    <Page title="Inbox" about="Texts and emails from customers">
      <div
        className={classes.panes}
        data-open={thread ? 'thread' : 'list'}
        data-writing={thread ? '' : undefined}
      >
        <section className={classes.list} aria-label="Conversations">
          <TextInput
            aria-label="Search conversations"
            placeholder="Name, number or words"
            leftSection={<Search size={16} aria-hidden />}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Group my="sm" gap="xs" grow>
            <Select
              aria-label="Which conversations"
              data={states}
              value={state}
              allowDeselect={false}
              onChange={(value) => go({ state: value === 'all' ? undefined : value })}
            />
            <Select
              aria-label="Whose conversations"
              data={owners}
              value={whose ?? 'all'}
              allowDeselect={false}
              onChange={(value) => go({ whose: value === 'all' ? undefined : value })}
            />
          </Group>
          <Threads
            filter={{ state, ...(whose ? { assignee: whose } : {}), ...(q ? { q } : {}) }}
            chosen={thread}
            onChoose={(id) => go({ thread: id })}
          />
        </section>
        <section className={classes.thread} aria-label="Conversation">
          {thread ? (
            <Conversation
              key={thread}
              id={thread}
              onBack={() => go({ thread: undefined })}
              onMoved={(id) => go({ thread: id })}
            />
          ) : (
            <EmptyState title="Choose a conversation" icon={<InboxIcon size={22} />} />
          )}
        </section>
      </div>
    </Page>
  )
}

type ThreadsProps = {
  filter: ThreadFilter
  chosen: string | undefined
  onChoose: (id: string) => void
}

function Threads({ filter, chosen, onChoose }: ThreadsProps) {
  const threads = useInfiniteQuery(threadsQuery(filter))
  return (
    <Loaded of={threads} failure="Failed to load conversations">
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items)
        if (items.length === 0)
          return (
            <EmptyState
              title={
                filter.q || filter.assignee || filter.state !== 'all'
                  ? 'Nothing matches'
                  : 'No conversations yet'
              }
              icon={<InboxIcon size={22} />}
            >
              Texts and emails from customers appear here.
            </EmptyState>
          )
        return (
          <>
            <ThreadList items={items} chosen={chosen} onChoose={onChoose} />
            <LoadMore of={threads} label="Load older conversations" />
          </>
        )
      }}
    </Loaded>
  )
}

type Props = {
  items: readonly ThreadLine[]
  chosen: string | undefined
  onChoose: (id: string) => void
}

/** Conversations, the newest first. The arrow keys go from one to the next. */
function ThreadList({ items, chosen, onChoose }: Props) {
  return (
    <ul className={classes.lines}>
      {items.map((item) => (
        <li key={item.id}>
          <button
            type="button"
            className={classes.line}
            aria-current={item.id === chosen}
            data-unread={item.is_unread || undefined}
            onClick={() => onChoose(item.id)}
            onKeyDown={goOn}
          >
            <span className={classes.name}>
              {item.name}
              {item.is_unread && <i aria-label="unread" />}
            </span>
            <small>{momentLabel(item.last_at)}</small>
            <span className={classes.words}>{item.last_text}</span>
            <Marks item={item} />
          </button>
        </li>
      ))}
    </ul>
  )
}

function Marks({ item }: { item: ThreadLine }) {
  return (
    <span className={classes.marks}>
      {item.needs_care && <StatusChip tone="bad">May not want texts</StatusChip>}
      {!item.customer_id && <StatusChip tone="wait">Unknown</StatusChip>}
      {item.assignee && <StatusChip>{item.assignee.name ?? 'Assigned'}</StatusChip>}
    </span>
  )
}

function goOn(event: KeyboardEvent<HTMLButtonElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const line = event.currentTarget.parentElement
  const next = event.key === 'ArrowDown' ? line?.nextElementSibling : line?.previousElementSibling
  next?.querySelector('button')?.focus()
  event.preventDefault()
}
