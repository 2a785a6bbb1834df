import { Button, Group, Menu, Select, Textarea } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState, type FormEvent, type KeyboardEvent } from 'react'
import type { Thread } from '../../../api/inbox.ts'
import { api, errorText, newIdempotencyKey } from '../../app/client.ts'
import { cannedQuery, threadQuery } from './queries.ts'
import { queryClient } from '../../app/query-client.ts'
import { useMenu } from '../../ui/use-menu.ts'
import { useSheet } from '../../ui/use-sheet.ts'
import classes from './inbox.module.css'
import { ReadyAnswers } from './ReadyAnswers.tsx'

const labels = { sms: 'Text', email: 'Email' } as const

/** An answer. Control or Command with Enter sends it. */
export function ReplyForm({ thread }: { thread: Thread }) {
  const [text, setText] = useState('')
  // The same words sent again, because no answer came, go out once.
  const [key, setKey] = useState(newIdempotencyKey)
  const write = (words: string) => {
    setText(words)
    setKey(newIdempotencyKey())
  }
  const [chosen, setChosen] = useState<'sms' | 'email' | null>(null)
  const channel = chosen ?? thread.channels[0] ?? 'email'
  const reply = useMutation({
    mutationFn: () =>
      api['POST /api/owner/threads/{id}/replies']({
        params: { id: thread.id },
        body: { text, channel, seen_id: lastIn(thread) },
        idempotency_key: key,
      }),
    onSuccess: (data) => {
      write('')
      queryClient.setQueryData(threadQuery(thread.id).queryKey, data)
    },
    onError: () => queryClient.invalidateQueries({ queryKey: threadQuery(thread.id).queryKey }),
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim()) reply.mutate()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(event)
  }
  const managing = useSheet('answers')
  return (
    <>
      <form onSubmit={send} className={classes.reply}>
        <Textarea
          aria-label={`Answer ${thread.name}`}
          placeholder="Write a reply"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={5000}
          value={text}
          error={reply.error && errorText(reply.error, 'The reply was not sent')}
          onChange={(event) => write(event.currentTarget.value)}
          onKeyDown={onKey}
        />
        <Group justify="space-between" mt="xs">
          <Group gap="xs">
            {thread.channels.length > 1 && (
              <Select
                aria-label="By"
                w={110}
                data={thread.channels.map((value) => ({ value, label: labels[value] }))}
                value={channel}
                allowDeselect={false}
                onChange={(value) => value && setChosen(value)}
              />
            )}
            <Canned
              onPick={(words) => write(text ? `${text}\n${words}` : words)}
              typed={text}
              onManage={() => managing.show(true)}
            />
          </Group>
          <Button
            type="submit"
            leftSection={<Send size={16} aria-hidden />}
            loading={reply.isPending}
            disabled={!text.trim()}
          >
            Send {labels[channel].toLowerCase()}
          </Button>
        </Group>
      </form>
      {/* Not inside the form: what is sent there would send the answer as well. */}
      <ReadyAnswers opened={managing.opened} onClose={managing.hide} />
    </>
  )
}

const lastIn = ({ messages }: Thread): string | null =>
  messages.findLast(({ direction }) => direction === 'in')?.id ?? null

type CannedProps = { typed: string; onPick: (text: string) => void; onManage: () => void }

/** Answers that are ready to use; what was just written can be kept as one. */
function Canned({ typed, onPick, onManage }: CannedProps) {
  const { data } = useQuery(cannedQuery())
  const change = useMutation({
    mutationFn: (text: string) =>
      api['POST /api/owner/canned-replies']({ body: { title: text.slice(0, 40), text } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: cannedQuery().queryKey }),
  })
  return (
    <Menu {...useMenu()} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="default">Saved replies</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {data?.items.map(({ id, title, text }) => (
          <Menu.Item key={id} onClick={() => onPick(text)}>
            {title}
          </Menu.Item>
        ))}
        <Menu.Item disabled={!typed.trim()} onClick={() => change.mutate(typed.trim())}>
          Save this reply
        </Menu.Item>
        <Menu.Item disabled={!data?.items.length} onClick={onManage}>
          Rename or delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
