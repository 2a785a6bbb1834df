import { Button, Text, Textarea } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { cardLimits, type Customer, type Note } from '../../../domain/customers/customer.ts'
import { Failure } from '../../ui/Page.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { momentLabel } from '../../ui/when.ts'
import classes from './customers.module.css'
import type { Heading } from './Section.tsx'
import { customerName, notesQuery, useCustomerActs } from '../../shared/customers/queries.ts'

type Props = Heading & { customer: Customer; canManage: boolean }

/** The office's notes about a customer: the latest few, and all of them on request. */
export function Notes({ customer, canManage, heading: Name = 'h4' }: Props) {
  const acts = useCustomerActs()
  const [text, setText] = useState('')
  const [isCompleteAddress, setWhole] = useState(false)
  const all = useInfiniteQuery({ ...notesQuery(customer.id), enabled: isCompleteAddress })
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '')
      acts.note.mutate({ customer, text: text.trim() }, { onSuccess: () => setText('') })
  }
  const shown =
    all.data?.pages.flatMap((page) => page.notes) ?? customer.notes.slice(0, cardLimits.notes)
  return (
    <div>
      <Name className={classes.small}>Internal notes</Name>
      {canManage && (
        <form onSubmit={add} className={classes.noteForm}>
          <Textarea
            aria-label={`Add a note about ${customerName(customer)}`}
            placeholder="Dog, where to park…"
            rows={2}
            autosize
            maxRows={6}
            maxLength={5000}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button
            type="submit"
            size="sm"
            variant="default"
            loading={acts.note.isPending}
            disabled={text.trim() === ''}
          >
            Add note
          </Button>
        </form>
      )}
      {shown.length === 0 && <p className={classes.soft}>No notes yet.</p>}
      <ul className={classes.plain} aria-label={`Notes about ${customerName(customer)}`}>
        {shown.map((note) => (
          <Line key={note.id} note={note} />
        ))}
      </ul>
      {!isCompleteAddress && customer.notes.length >= cardLimits.notes && (
        <Button mt="xs" size="sm" variant="subtle" px="xs" onClick={() => setWhole(true)}>
          Show all notes
        </Button>
      )}
      {isCompleteAddress && all.isError && (
        <Failure
          text="Failed to load notes"
          retry={() => void all.refetch()}
          busy={all.isFetching}
        />
      )}
      <LoadMore of={all} label="Show older notes" />
    </div>
  )
}

const Line = ({ note }: { note: Note }) => (
  <li>
    <span style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{note.text}</span>
    <Text fz="xs" c="dimmed">
      {[note.author_name, momentLabel(note.created_at)].filter(Boolean).join(' · ')}
    </Text>
  </li>
)
