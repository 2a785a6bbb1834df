import { Alert, Button, Group, Menu, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ArrowLeft, UserRound } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Thread, ThreadMessage } from '../../../api/inbox.ts'
import { phoneText } from '../../../domain/base/contact.ts'
import { api } from '../../app/client.ts'
import { threadQuery } from './queries.ts'
import { useMe } from '../../app/me.ts'
import { queryClient } from '../../app/query-client.ts'
import { Loaded } from '../../ui/Page.tsx'
import { toast } from '../../ui/toast.tsx'
import { useMenu } from '../../ui/use-menu.ts'
import { momentLabel } from '../../ui/when.ts'
import { useWords } from '../../app/words.ts'
import { Beside } from './Beside.tsx'
import classes from './inbox.module.css'
import { ReplyForm } from './ReplyForm.tsx'
import { inboxWords } from '../../../words/en/inbox.ts'

type Props = { id: string; onBack: () => void; onMoved: (id: string) => void }

/** One conversation: what was said, an answer, and what to know about the customer. */
export function Conversation({ id, onBack, onMoved }: Props) {
  const thread = useQuery(threadQuery(id))
  useRead(thread.data)
  return (
    <>
      <Button
        className={classes.back ?? ''}
        variant="subtle"
        leftSection={<ArrowLeft size={16} aria-hidden />}
        onClick={onBack}
      >
        All conversations
      </Button>
      <Loaded of={thread} failure="Failed to load this conversation">
        {(data) => (
          <>
            <Head thread={data} />
            <Messages messages={data.messages} />
            <ReplyForm thread={data} />
            <Beside thread={data} onMoved={onMoved} />
          </>
        )}
      </Loaded>
    </>
  )
}

/** A person who has it on screen has read it. */
function useRead(thread: Thread | undefined): void {
  const { id, is_unread, last_at } = thread ?? {}
  useEffect(() => {
    if (!id || !is_unread || !last_at) return
    void api['POST /api/owner/threads/{id}/reads']({
      params: { id },
      body: { upto: last_at },
    }).then(
      () =>
        Promise.all([
          queryClient.invalidateQueries({ queryKey: api['GET /api/owner/threads'].key() }),
          queryClient.invalidateQueries({ queryKey: api['GET /api/owner/threads/unread'].key() }),
        ]),
      () => undefined,
    )
  }, [id, is_unread, last_at])
}

function Head({ thread }: { thread: Thread }) {
  const words = useWords(inboxWords)
  const change = useMutation({
    mutationFn: (body: {
      state?: 'open' | 'closed'
      assignee_id?: string | null
      texts?: 'stop' | 'resume'
    }) => api['PATCH /api/owner/threads/{id}']({ params: { id: thread.id }, body }),
    onSuccess: (data) => queryClient.setQueryData(threadQuery(thread.id).queryKey, data),
    onError: (fault) => toast.failed(fault, 'This could not be changed'),
  })
  const isClosed = thread.state === 'closed'
  return (
    <>
      <Group justify="space-between" className={classes.head ?? ''}>
        <h2>{thread.name}</h2>
        <Group gap="xs">
          <Assign thread={thread} onChoose={(assignee_id) => change.mutate({ assignee_id })} />
          <Button
            size="compact-md"
            variant="default"
            loading={change.isPending}
            onClick={() => change.mutate({ state: isClosed ? 'open' : 'closed' })}
          >
            {isClosed ? 'Reopen' : 'Close'}
          </Button>
        </Group>
      </Group>
      {thread.needs_care && (
        <Alert
          color="red"
          variant="light"
          title={thread.texts_on_hold ? words.onHold : words.mayWantNone}
          mb="sm"
        >
          <Text size="sm" mb="xs">
            {thread.texts_on_hold ? words.onHoldAbout : words.mayWantNoneAbout}
          </Text>
          <Group gap="xs">
            <Button
              size="compact-md"
              color="red"
              loading={change.isPending}
              onClick={() => change.mutate({ texts: 'stop' })}
            >
              {words.stopTexts}
            </Button>
            <Button
              size="compact-md"
              variant="default"
              loading={change.isPending}
              onClick={() => change.mutate({ texts: 'resume' })}
            >
              {thread.texts_on_hold ? words.resumeTexts : words.keepTexting}
            </Button>
          </Group>
        </Alert>
      )}
    </>
  )
}

/** Gives the conversation to somebody in the office. */
function Assign({ thread, onChoose }: { thread: Thread; onChoose: (id: string | null) => void }) {
  const me = useMe()
  const menu = useMenu()
  const { assignee, members } = thread
  return (
    <Menu {...menu} position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          size="compact-md"
          mih={44}
          variant="default"
          leftSection={<UserRound size={16} aria-hidden />}
        >
          {assignee ? `Assigned to ${assignee.name ?? 'someone'}` : 'Assign'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {members.map(({ id, name }) => (
          <Menu.Item key={id} disabled={id === assignee?.id} onClick={() => onChoose(id)}>
            {id === me.id ? `${name} (you)` : name}
          </Menu.Item>
        ))}
        {assignee && <Menu.Item onClick={() => onChoose(null)}>No one</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  )
}

function Messages({ messages }: { messages: readonly ThreadMessage[] }) {
  const end = useRef<HTMLLIElement>(null)
  const last = messages.at(-1)?.id
  useEffect(() => {
    if (last) end.current?.scrollIntoView({ block: 'nearest' })
  }, [last])
  return (
    <ol className={classes.messages} aria-label="Messages">
      {messages.map((message) => (
        <li key={message.id} data-direction={message.direction}>
          <Words message={message} />
          <small>{factsOf(message)}</small>
        </li>
      ))}
      <li ref={end} className={classes.end} aria-hidden />
    </ol>
  )
}

/** A letter nobody wrote by hand is folded to its subject: the conversation is what people said. */
function Words({ message: { subject, text, direction, author } }: { message: ThreadMessage }) {
  if (subject && direction === 'out' && !author)
    return (
      <details>
        <summary>{subject}</summary>
        <p>{text}</p>
      </details>
    )
  return (
    <>
      {subject && <strong>{subject}</strong>}
      <p>{text}</p>
    </>
  )
}

const factsOf = (message: ThreadMessage): string =>
  [
    message.direction === 'in' ? phoneText(message.address) : (message.author ?? 'Automatic'),
    message.channel === 'sms' ? 'Text' : 'Email',
    message.direction === 'out' ? message.status : null,
    message.verified ? null : 'Unverified sender',
    momentLabel(message.at),
  ]
    .filter(Boolean)
    .join(' · ')
