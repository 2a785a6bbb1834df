import type { KeyboardEvent } from 'react'
import type { ThreadLine } from '../../../api/inbox.ts'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { momentLabel } from '../../ui/when.ts'
import classes from './inbox.module.css'

type Props = {
  items: readonly ThreadLine[]
  chosen: string | undefined
  onChoose: (id: string) => void
}

/** Conversations, the newest first. The arrow keys go from one to the next. */
export function ThreadList({ items, chosen, onChoose }: Props) {
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
      {item.needs_care && <StatusChip tone="bad">May want no texts</StatusChip>}
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
