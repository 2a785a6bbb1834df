/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/click-events-have-key-events --
   WAI-ARIA's combobox: the field keeps the focus and hears the keys of the list. */
import { Button, Kbd, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { placeOf, stepTo } from '../../shared/customers/finding.ts'
import css from '../../shared/customers/find.module.css'
import { useTyped } from '../../shared/customers/use-typed.ts'
import { useMe } from '../me.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import type { Item } from './items.ts'
import { remember } from './recent.ts'
import { isNumber, useItems, whoseOf } from './use-items.ts'

/** Finds anything and starts anything, from any page, without leaving the keyboard. */
export default function Palette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const whose = whoseOf(useMe())
  const [isLeaving, setLeaving] = useState(false)
  const go = ({ key, to, params, search }: Item) => {
    remember(whose, key)
    setLeaving(true)
    onClose()
    void navigate({ to, params, search } as never).then(() => {
      // A sheet takes the focus itself.
      if (!search?.['sheet']) document.getElementById('content')?.focus()
    })
  }
  return (
    <Sheet opened={opened} onClose={onClose} title="Search everything" fills leaves={isLeaving}>
      <Finder go={go} />
    </Sheet>
  )
}

/** The field keeps the focus while the arrow keys move through the results. */
function Finder({ go }: { go: (one: Item) => void }) {
  const id = useId()
  const [sought, seek] = useState('')
  const box = useTyped(sought, seek, 120)
  const typed = box.typed.trim()
  const { items, isSettled, failed, retry } = useItems(typed, sought)
  const [chosen, choose] = useState<string | null>(null)
  const keyed = items.map((one) => ({ ...one, id: one.key }))
  const at = placeOf(chosen, keyed)
  // A number is looked up first: Enter pressed meanwhile counts once the answer is there.
  const isEntered = useRef(false)
  const isReady = isSettled || !isNumber(typed)
  const first = items[at]
  useEffect(() => {
    if (!isEntered.current || !isReady) return
    isEntered.current = false
    if (first) go(first)
  })
  const optionOf = (one: Item) => `${id}-${one.key.replace(/\W/g, '-')}`
  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepTo(event.key, at, items)
    if (next) {
      event.preventDefault()
      choose(next.key)
      document.getElementById(optionOf(next))?.scrollIntoView({ block: 'nearest' })
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    if (isReady && first) go(first)
    else isEntered.current = true
  }
  return (
    <div className={css.finder}>
      <TextInput
        type="search"
        size="md"
        data-autofocus
        role="combobox"
        aria-label="Search everything"
        aria-autocomplete="list"
        aria-expanded={items.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={items[at] && optionOf(items[at])}
        placeholder="Customer, invoice, person, page or action"
        autoComplete="off"
        maxLength={200}
        leftSection={<Search size={18} aria-hidden />}
        value={box.typed}
        onChange={(event) => {
          box.type(event.currentTarget.value)
          choose(null)
          isEntered.current = false
        }}
        onKeyDown={onKeyDown}
      />
      <output className={css.status}>{statusOf(typed, items.length, { isSettled, failed })}</output>
      {failed && (
        <Button variant="default" onClick={retry}>
          Retry
        </Button>
      )}
      <Results
        id={`${id}-list`}
        items={items}
        at={at}
        optionOf={optionOf}
        choose={choose}
        go={go}
      />
    </div>
  )
}

function statusOf(
  typed: string,
  count: number,
  { isSettled, failed }: { isSettled: boolean; failed: boolean },
): string {
  if (failed) return 'Failed to load some of it'
  if (typed === '') return 'Type a name, a number or what you want to do. Typos are OK.'
  if (count === 0) return isSettled ? `Nothing found for “${typed}”.` : 'Looking…'
  return count === 1 ? 'One result' : `${count} results`
}

type ResultsProps = {
  id: string
  items: readonly Item[]
  at: number
  optionOf: (one: Item) => string
  choose: (key: string) => void
  go: (one: Item) => void
}

const Results = ({ id, items, at, optionOf, choose, go }: ResultsProps) => (
  <ul id={id} role="listbox" aria-label="Results" className={css.list} hidden={items.length === 0}>
    {items.map((one, n) => (
      <li
        key={one.key}
        id={optionOf(one)}
        role="option"
        aria-selected={n === at}
        onPointerMove={() => choose(one.key)}
        onClick={() => go(one)}
      >
        <span>
          <strong>{one.label}</strong>
          {one.about && <small>{one.about}</small>}
        </span>
        <em className={css.kind}>
          {one.kind}
          {one.keys?.split(' ').map((key) => (
            <Kbd key={key} size="xs">
              {key}
            </Kbd>
          ))}
        </em>
      </li>
    ))}
  </ul>
)
