/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/click-events-have-key-events --
   WAI-ARIA's combobox: the field keeps the focus and hears the keys of the list. */
import { Button, TextInput } from '@mantine/core'
import { officeRoles } from '../../domain/roles.ts'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useId, useState, type KeyboardEvent } from 'react'
import { addressLine, phoneText } from '../../domain/contact.ts'
import { customerStatusLabels, type Customer, type CustomerStatus } from '../../domain/customer.ts'
import { soughtAmong } from '../../domain/search.ts'
import { api, ApiError } from '../client.ts'
import { useHasRole } from '../me.ts'
import { Sheet } from '../ui/Sheet.tsx'
import { StatusChip } from '../ui/StatusChip.tsx'
import { customersQuery, nameOf, textOf } from './crew-customers.ts'
import css from './find.module.css'
import { customerName, statusTones } from './queries.ts'
import { useTyped } from './use-typed.ts'

type Found = {
  id: string
  name: string
  address: string
  phone_number: string | null
  status: CustomerStatus
}
type Go = (one: Found) => void
/** What was found; null while nothing is known. `isOld`: for the words before. */
type Answer = {
  isOld: boolean
  found: readonly Found[] | null
  isMore: boolean
  failure: string | null
  again: () => unknown
}

const atMost = 8
const failed = 'Failed to load customers'

/** Finds a customer from any screen: the office any customer, a crew leader those of their teams. */
export default function FindCustomer({
  to,
  opened,
  onClose,
}: {
  to: string
  opened: boolean
  onClose: () => void
}) {
  const navigate = useNavigate()
  const isOffice = to === '/app/customers'
  const go: Go = ({ id, name }) => {
    onClose()
    void navigate({ to, search: (isOffice ? { customer: id } : { q: name }) as never })
  }
  return (
    <Sheet opened={opened} onClose={onClose} title="Find customer">
      {isOffice ? <AmongAll go={go} /> : <AmongLed go={go} />}
    </Sheet>
  )
}

function AmongAll({ go }: { go: Go }) {
  const [q, setQ] = useState('')
  const seesLeads = useHasRole(...officeRoles)
  const { data, isError, isPlaceholderData, refetch } = useInfiniteQuery({
    ...api['GET /api/owner/customers'].pages({
      query: { q, limit: atMost, ...(seesLeads ? {} : { status: 'active,paused,archived' }) },
    }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  const page = data?.pages[0]
  // Archived customers are searched least often.
  const isPast = (one: Customer): number => Number(one.status === 'archived')
  const found =
    page?.customers
      .toSorted((a, b) => isPast(a) - isPast(b))
      .map((one) => ({ ...one, name: customerName(one), address: addressLine(one) })) ?? null
  return (
    <Finding
      q={q}
      tell={setQ}
      answer={{
        found,
        isOld: isPlaceholderData,
        isMore: Boolean(page?.next_cursor),
        failure: isError ? failed : null,
        again: refetch,
      }}
      go={go}
    />
  )
}

function AmongLed({ go }: { go: Go }) {
  const [q, setQ] = useState('')
  const { data, error, refetch } = useQuery(customersQuery)
  const all = data && soughtAmong(data.customers, q, textOf)
  const found =
    all?.slice(0, atMost).map((one) => ({
      ...one,
      name: nameOf(one),
      address: addressLine(one),
      status: 'active' as const,
    })) ?? null
  const failure =
    error instanceof ApiError && error.code === 'no_team' ? error.message : error && failed
  return (
    <Finding
      q={q}
      tell={setQ}
      answer={{ found, isOld: false, isMore: (all?.length ?? 0) > atMost, failure, again: refetch }}
      go={go}
    />
  )
}

type FindingProps = { q: string; tell: (q: string) => void; answer: Answer; go: Go }

/** The words keep the focus while the arrow keys choose among who is found. */
function Finding({ q, tell, answer: { found, isOld, isMore, failure, again }, go }: FindingProps) {
  const id = useId()
  const box = useTyped(q, tell)
  const [chosen, setChosen] = useState<string | null>(null)
  const words = box.typed.trim()
  const isSettled = words === q && !isOld
  const shown = words ? (found ?? []) : []
  const at = shown.some((one) => one.id === chosen)
    ? shown.findIndex((one) => one.id === chosen)
    : 0
  const option = (one: Found) => `${id}-${one.id}`
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && shown.length > 0) {
      event.preventDefault()
      const next = shown[(at + step + shown.length) % shown.length]!
      setChosen(next.id)
      document.getElementById(option(next))?.scrollIntoView({ block: 'nearest' })
    }
    // Only among those who were found for what stands there now.
    if (event.key === 'Enter' && shown[at] && isSettled && !event.nativeEvent.isComposing)
      go(shown[at])
  }
  return (
    <div className={css.finder}>
      <TextInput
        type="search"
        size="md"
        data-autofocus
        role="combobox"
        aria-label="Find customer"
        aria-autocomplete="list"
        aria-expanded={shown.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={shown[at] && option(shown[at])}
        placeholder="Name, e-mail, phone or address"
        autoComplete="off"
        maxLength={200}
        leftSection={<Search size={18} aria-hidden />}
        value={box.typed}
        onChange={(event) => (box.type(event.currentTarget.value), setChosen(null))}
        onKeyDown={onKeyDown}
      />
      <output className={css.status}>
        {stateOf(words, { failure, isMore, n: isSettled && found ? shown.length : null })}
      </output>
      {words && failure && (
        <Button variant="default" onClick={() => void again()}>
          Retry
        </Button>
      )}
      <ul
        id={`${id}-list`}
        role="listbox"
        aria-label="Customers found"
        className={css.list}
        hidden={shown.length === 0}
      >
        {shown.map((one, n) => (
          <li
            key={one.id}
            id={option(one)}
            role="option"
            aria-selected={n === at}
            onPointerMove={() => setChosen(one.id)}
            onClick={() => go(one)}
          >
            <span>
              <strong>{one.name}</strong>
              <small>
                {[one.address, one.phone_number && phoneText(one.phone_number)]
                  .filter(Boolean)
                  .join(' · ') || 'No address'}
              </small>
            </span>
            {one.status !== 'active' && (
              <StatusChip tone={statusTones[one.status]}>
                {customerStatusLabels[one.status]}
              </StatusChip>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** `n`: how many are shown; null while they are looked for. */
function stateOf(
  words: string,
  { failure, isMore, n }: { failure: string | null; isMore: boolean; n: number | null },
): string {
  if (!words) return 'Type a part of it. Typing mistakes are forgiven.'
  if (failure) return failure
  if (n === null) return 'Looking…'
  if (n === 0) return `No one found for “${words}”.`
  if (isMore) return `The first ${n}. Type more to find others.`
  return n === 1 ? 'One customer' : `${n} customers`
}
