/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/click-events-have-key-events --
   WAI-ARIA's combobox: the field keeps the focus and hears the keys of the list. */
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useId, useState, type KeyboardEvent } from 'react'
import { addressLine } from '../../../domain/base/contact.ts'
import { searchAmong } from '../../../domain/base/search.ts'
import { ApiError } from '../../app/client.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { customersQuery, nameOf, textOf } from './crew-customers.ts'
import css from './find.module.css'
import { findingText, placeOf, reachText, stepTo, type Found } from './finding.ts'
import { useTyped } from './use-typed.ts'
import { useWords, wordsNow } from '../../app/words.ts'
import { findWords } from '../../../words/en/find.ts'

type Go = (one: Found) => void
/** The search result; null while unknown. */
type Answer = {
  found: readonly Found[] | null
  isMore: boolean
  failure: string | null
  again: () => unknown
}

const atMost = 8

/**
 * Finds a customer of a crew leader's teams from any screen.
 */
export default function FindCustomer({
  title,
  to,
  opened,
  onClose,
}: {
  title: string
  to: string
  opened: boolean
  onClose: () => void
}) {
  const navigate = useNavigate()
  const go: Go = ({ name }) => {
    onClose()
    void navigate({ to, search: { q: name } as never })
  }
  return (
    <Sheet opened={opened} onClose={onClose} title={title}>
      <AmongLed title={title} go={go} />
    </Sheet>
  )
}

function AmongLed({ title, go }: { title: string; go: Go }) {
  const [q, setQ] = useState('')
  const { data, error, refetch } = useQuery(customersQuery)
  const all = data && searchAmong(data.customers, q, textOf)
  const found =
    all?.slice(0, atMost).map((one) => ({
      ...one,
      name: nameOf(one),
      address: addressLine(one),
    })) ?? null
  const failure =
    error instanceof ApiError && error.code === 'no_team'
      ? error.message
      : error && wordsNow(findWords).failed
  return (
    <Finding
      title={title}
      q={q}
      find={setQ}
      answer={{ found, isMore: (all?.length ?? 0) > atMost, failure, again: refetch }}
      go={go}
    />
  )
}

type FindingProps = { title: string; q: string; find: (q: string) => void; answer: Answer; go: Go }

/** The input keeps the focus while the arrow keys move through the results. */
function Finding({ title, q, find, answer, go }: FindingProps) {
  const id = useId()
  const box = useTyped(q, find)
  const [chosen, choose] = useState<string | null>(null)
  const words = box.typed.trim()
  const isSettled = words === q
  const shown = words ? (answer.found ?? []) : []
  const at = placeOf(chosen, shown)
  const list = { id: `${id}-list`, optionOf: (one: Found) => `${id}-${one.id}`, shown, at, choose }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepTo(event.key, at, shown)
    if (next) {
      event.preventDefault()
      choose(next.id)
      document.getElementById(list.optionOf(next))?.scrollIntoView({ block: 'nearest' })
    }
    // Only results for the current input.
    if (event.key === 'Enter' && shown[at] && isSettled && !event.nativeEvent.isComposing)
      go(shown[at])
  }
  const n = isSettled && answer.found ? shown.length : null
  return (
    <div className={css.finder}>
      <TextInput
        type="search"
        size="md"
        data-autofocus
        role="combobox"
        aria-label={title}
        aria-autocomplete="list"
        aria-expanded={shown.length > 0}
        aria-controls={list.id}
        aria-activedescendant={shown[at] && list.optionOf(shown[at])}
        placeholder={useWords(findWords).what}
        autoComplete="off"
        maxLength={200}
        leftSection={<Search size={18} aria-hidden />}
        value={box.typed}
        onChange={(event) => (box.type(event.currentTarget.value), choose(null))}
        onKeyDown={onKeyDown}
      />
      <output className={css.status}>{findingText(words, { ...answer, n })}</output>
      {words && answer.failure && (
        <Button variant="default" onClick={() => void answer.again()}>
          {wordsNow(findWords).retry}
        </Button>
      )}
      <FoundList {...list} go={go} />
    </div>
  )
}

type ListProps = {
  id: string
  optionOf: (one: Found) => string
  shown: readonly Found[]
  at: number
  choose: (id: string) => void
  go: Go
}

const FoundList = ({ id, optionOf, shown, at, choose, go }: ListProps) => (
  <ul
    id={id}
    role="listbox"
    aria-label={useWords(findWords).found}
    className={css.list}
    hidden={shown.length === 0}
  >
    {shown.map((one, n) => (
      <li
        key={one.id}
        id={optionOf(one)}
        role="option"
        aria-label={`${one.name}, ${reachText(one)}`}
        aria-selected={n === at}
        onPointerMove={() => choose(one.id)}
        onClick={() => go(one)}
      >
        <span>
          <strong>{one.name}</strong>
          <small>{reachText(one)}</small>
        </span>
      </li>
    ))}
  </ul>
)
