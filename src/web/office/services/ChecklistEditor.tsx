import { ActionIcon, Button, Checkbox, Group, Text, TextInput } from '@mantine/core'
import { ArrowUp, Plus, X } from 'lucide-react'
import { useRef } from 'react'
import type { ChecklistItem } from '../../../domain/schedule/checklist.ts'
import { newIdempotencyKey } from '../../app/client.ts'
import classes from './services.module.css'

type Props = { items: readonly ChecklistItem[]; onChange: (items: ChecklistItem[]) => void }

/** What the crew does at each visit: one line each, in order. Enter adds the next. */
export function ChecklistEditor({ items, onChange }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const change = (id: string, to: Partial<ChecklistItem>) =>
    onChange(items.map((item) => (item.id === id ? { ...item, ...to } : item)))
  const add = () => {
    onChange([...items, { id: newIdempotencyKey(), text: '', required: false }])
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLInputElement>('li:last-child input[type=text]')?.focus(),
    )
  }
  const raise = (at: number) => onChange(items.toSpliced(at, 1).toSpliced(at - 1, 0, items[at]!))
  return (
    <fieldset className={classes.checklist}>
      <legend>Checklist</legend>
      <Text c="dimmed" fz="sm">
        What the crew does at each visit. Required: the crew says why, if it leaves one open.
      </Text>
      <ol ref={list}>
        {items.map((item, at) => (
          <Item
            key={item.id}
            item={item}
            at={at}
            change={(to) => change(item.id, to)}
            add={add}
            raise={() => raise(at)}
            remove={() => onChange(items.filter(({ id }) => id !== item.id))}
          />
        ))}
      </ol>
      <Button
        variant="default"
        size="sm"
        leftSection={<Plus size={16} aria-hidden />}
        disabled={items.length >= 40}
        onClick={add}
      >
        Add item
      </Button>
    </fieldset>
  )
}

type ItemProps = {
  item: ChecklistItem
  at: number
  change: (to: Partial<ChecklistItem>) => void
  add: () => void
  raise: () => void
  remove: () => void
}

const Item = ({ add, ...rest }: ItemProps) => (
  <li>
    <TextInput
      aria-label={`Item ${rest.at + 1}`}
      placeholder="For example: close the gate"
      maxLength={200}
      value={rest.item.text}
      onChange={({ currentTarget }) => rest.change({ text: currentTarget.value })}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        add()
      }}
    />
    <ItemButtons {...rest} />
  </li>
)

const ItemButtons = ({ item, at, change, raise, remove }: Omit<ItemProps, 'add'>) => (
  <Group gap={4} wrap="nowrap">
    <Checkbox
      label="Required"
      aria-label={`Item ${at + 1} is required`}
      checked={item.required}
      onChange={({ currentTarget }) => change({ required: currentTarget.checked })}
    />
    <ActionIcon
      variant="subtle"
      size={34}
      aria-label={`Move item ${at + 1} up`}
      disabled={at === 0}
      onClick={raise}
    >
      <ArrowUp size={16} aria-hidden />
    </ActionIcon>
    <ActionIcon variant="subtle" size={34} aria-label={`Remove item ${at + 1}`} onClick={remove}>
      <X size={16} aria-hidden />
    </ActionIcon>
  </Group>
)
