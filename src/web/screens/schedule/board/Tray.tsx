import { Alert, Button, Checkbox, CloseButton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarCheck, CalendarPlus, Inbox } from 'lucide-react'
import { useEffect, useId, useRef, useState, type Ref } from 'react'
import type { TrayItem } from '../../../../api/tray.ts'
import { todayIn } from '../../../../domain/dates.ts'
import { placedAtOnceMax, type Visit } from '../../../../domain/visit.ts'
import { api } from '../../../client.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadMore } from '../../../ui/LoadMore.tsx'
import { Bars, Loaded } from '../../../ui/Page.tsx'
import { Refusable } from '../../../ui/Refusable.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { bringBack, useSheet } from '../../../ui/use-sheet.ts'
import { dayLabel } from '../../../ui/when.ts'
import { carryHint } from './BoardCard.tsx'
import { PlaceSheet } from '../../../sheets.ts'
import { letGo, type NotPlaced } from '../../../visits/hold-acts.ts'
import { trayText } from './TrayButton.tsx'
import css from './tray.module.css'
import { trayName, useTray } from '../../../visits/tray-query.ts'
import {
  addressText,
  count,
  customerText,
  minutesText,
  serviceText,
} from '../../../visits/visit-text.ts'

type Props = {
  time_zone: string
  onOpen: (visit: Visit) => void
  onAdd: (start: { customer_id: string }) => void
  /** How many customers wait for an answer. */
  requests: number
}
type PanelProps = Props & { onClose: () => void }

/** The id of the panel's heading, where the focus goes when what had it is gone. */
const trayTitle = 'tray-title'
/** What had the focus is gone with what it was about. */
const toTitle = (): void => bringBack(document.getElementById(trayTitle))

/** Beside a board: what waits there is dragged onto it. */
export default function TrayPanel({ onClose, ...rest }: PanelProps) {
  const { count: many } = useTray(true)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <aside className={`${css.panel} fh-no-print`} aria-labelledby={trayTitle}>
      <div className={css.head}>
        <h2 id={trayTitle} ref={title} tabIndex={-1}>
          {trayText(many)}
        </h2>
        <CloseButton aria-label="Close what waits" size="lg" onClick={onClose} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <section className={css.scroll} aria-label="What waits" tabIndex={0}>
        <TrayList {...rest} isBesideBoard />
      </section>
    </aside>
  )
}

/** On a phone, and beside a list, where nothing can be dragged. */
export function TraySheet({ opened, onClose, ...rest }: PanelProps & { opened: boolean }) {
  const { count: many } = useTray(opened)
  return (
    <Sheet opened={opened} onClose={onClose} title={trayText(many)} size="md" side>
      {opened && <TrayList {...rest} />}
    </Sheet>
  )
}

function TrayList({
  time_zone,
  onOpen,
  onAdd,
  requests,
  isBesideBoard = false,
}: Props & { isBesideBoard?: boolean }) {
  const { pages, items: waiting } = useTray(true)
  const placing = useSheet<readonly Visit[]>('place')
  const place = (...visits: Visit[]) => placing.show(visits)
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [stayed, setStayed] = useState<readonly NotPlaced[]>([])
  const chosen = waiting.flatMap(({ visit }) => (ids.has(visit.id) ? [visit] : []))
  const toggle = ({ id }: Visit) =>
    setIds((now) =>
      now.has(id) ? new Set([...now].filter((one) => one !== id)) : new Set([...now, id]),
    )
  const all = useRef<HTMLInputElement>(null)
  return (
    <>
      {stayed.length > 0 && <Stayed visits={stayed} onClose={() => setStayed([])} />}
      {waiting.length > 1 && (
        <ChoiceBar
          ref={all}
          chosen={chosen.length}
          all={waiting.length}
          onAll={(isOn) =>
            setIds(
              new Set(isOn ? waiting.slice(0, placedAtOnceMax).map(({ visit }) => visit.id) : []),
            )
          }
          onPlace={() => place(...chosen)}
        />
      )}
      <Loaded
        of={pages}
        failure="Failed to load what waits"
        skeleton={<Bars rows={3} height={96} />}
      >
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="Nothing waits for a place" icon={<CalendarCheck size={22} />}>
              Put a visit on hold, and it waits here until it is placed on a day.
            </EmptyState>
          ) : (
            <ul className={css.list} aria-label="Visits on hold">
              {items.map((item) => (
                <Item
                  key={item.visit.id}
                  item={item}
                  time_zone={time_zone}
                  isCarried={isBesideBoard}
                  onOpen={onOpen}
                  onPlace={place}
                  isChosen={ids.has(item.visit.id)}
                  onChoose={waiting.length > 1 ? toggle : undefined}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <LoadMore of={pages} />
      {requests > 0 && (
        <div className={css.more}>
          <Button
            component={Link}
            to="/app/schedule"
            search={{ inbox: 1 } as never}
            variant="default"
            leftSection={<Inbox size={17} aria-hidden />}
          >
            {count(requests, 'customer request')} to answer
          </Button>
        </div>
      )}
      <Unscheduled onAdd={onAdd} />
      {placing.about && (
        <PlaceSheet
          visits={placing.about}
          opened={placing.opened}
          onClose={placing.hide}
          onDone={() => {
            setStayed([])
            // The button that opened it goes with what was chosen.
            bringBack(all.current)
            toTitle()
          }}
          onRefused={(these) => {
            setStayed(these)
            setIds(new Set(these.map(({ id }) => id)))
          }}
        />
      )}
    </>
  )
}

const tooMany = { code: 'too_many', sentence: `Place at most ${placedAtOnceMax} visits at once.` }

type ChoiceProps = {
  chosen: number
  all: number
  onAll: (isOn: boolean) => void
  onPlace: () => void
  ref: Ref<HTMLInputElement>
}

/** How many are chosen to be placed together. */
function ChoiceBar({ chosen, all, onAll, onPlace, ref }: ChoiceProps) {
  const isAll = chosen === Math.min(all, placedAtOnceMax)
  return (
    <div className={css.choice}>
      <Checkbox
        ref={ref}
        label={chosen === 0 ? 'Select all' : `${chosen} chosen`}
        aria-label="Select all"
        checked={isAll}
        indeterminate={chosen > 0 && !isAll}
        onChange={(event) => onAll(event.currentTarget.checked)}
      />
      {chosen > 0 && (
        <Refusable
          size="compact-md"
          refusal={chosen > placedAtOnceMax ? tooMany : null}
          onClick={onPlace}
        >
          {`Place ${chosen}…`}
        </Refusable>
      )}
    </div>
  )
}

/** Those of several that could not be placed, each with the reason. */
const Stayed = ({ visits, onClose }: { visits: readonly NotPlaced[]; onClose: () => void }) => (
  <Alert
    color="red"
    variant="light"
    mb="md"
    title={`${count(visits.length, 'visit')} could not be placed`}
    withCloseButton
    closeButtonLabel="Close"
    onClose={onClose}
  >
    <ul className={css.stayed}>
      {visits.map(({ id, name, sentence }) => (
        <li key={id}>
          {name}: {sentence}
        </li>
      ))}
    </ul>
  </Alert>
)

type ItemProps = {
  item: TrayItem
  time_zone: string
  isCarried: boolean
  onOpen: (visit: Visit) => void
  onPlace: (visit: Visit) => void
  isChosen: boolean
  /** Absent where there is nothing to choose from. */
  onChoose: ((visit: Visit) => void) | undefined
}

function Item({
  item: { visit, held_at, held_by },
  time_zone,
  isCarried,
  onOpen,
  onPlace,
  isChosen,
  onChoose,
}: ItemProps) {
  const name = customerText(visit)
  const id = useId()
  return (
    <li className={css.item} data-chosen={(onChoose && isChosen) || undefined}>
      {onChoose && (
        <label className={css.check} htmlFor={id}>
          <Checkbox
            id={id}
            size="md"
            checked={isChosen}
            onChange={() => onChoose(visit)}
            aria-label={`Choose ${name}, ${serviceText(visit)}`}
          />
        </label>
      )}
      <button
        type="button"
        className={css.card}
        onClick={() => onOpen(visit)}
        {...(isCarried
          ? {
              'data-visit': trayName(visit.id),
              'aria-roledescription': 'visit that can be carried',
              'aria-describedby': carryHint,
            }
          : {})}
      >
        <strong>{name}</strong>
        <span>
          {serviceText(visit)}, {minutesText(visit.duration_minutes)}
        </span>
        <span className={css.why}>{visit.hold_reason}</span>
        <small>
          Was {dayLabel(visit.date)}. Waits since {dayLabel(todayIn(time_zone, held_at))}
          {held_by && `, by ${held_by}`}
        </small>
      </button>
      <div className={css.acts}>
        <Button size="compact-sm" onClick={() => onPlace(visit)} aria-label={`Place ${name}`}>
          Place…
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          onClick={() => void letGo(visit).then(toTitle)}
          aria-label={`Let go ${name}`}
        >
          Let it go
        </Button>
      </div>
    </li>
  )
}

/** What is unfolded at the foot of a panel is seen, and the page stays where it is. */
const comeIntoSight = (element: Element | null): void =>
  element?.scrollIntoView({ block: 'nearest' })

/** Customers for whom nothing is planned, asked for on wish: they may be many, and most of them mean to. */
function Unscheduled({ onAdd }: Pick<Props, 'onAdd'>) {
  const [isOpen, setOpen] = useState(false)
  const pages = useInfiniteQuery({
    ...api['GET /api/schedule/candidates'].pages({ query: { unscheduled: '1', limit: 20 } }),
    enabled: isOpen,
  })
  return (
    <div className={css.more}>
      <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Customers with nothing scheduled
      </Button>
      {isOpen && (
        <Loaded
          of={pages}
          failure="Failed to load customers"
          skeleton={<Bars rows={2} height={44} />}
        >
          {({ pages: read }) => {
            const customers = read.flatMap((page) => page.customers)
            return customers.length === 0 ? (
              <p ref={comeIntoSight} style={{ margin: 0 }}>
                Everyone has an upcoming visit.
              </p>
            ) : (
              <ul
                ref={comeIntoSight}
                className={css.list}
                aria-label="Customers with nothing scheduled"
              >
                {customers.map((customer) => {
                  const name = customer.name ?? customer.email ?? 'Customer'
                  return (
                    <li key={customer.id} className={css.customer}>
                      <span>
                        {name}
                        <small>{addressText(customer)}</small>
                      </span>
                      <Button
                        size="compact-sm"
                        variant="default"
                        leftSection={<CalendarPlus size={15} aria-hidden />}
                        onClick={() => onAdd({ customer_id: customer.id })}
                        aria-label={`Add ${name} to the schedule`}
                      >
                        Add
                      </Button>
                    </li>
                  )
                })}
              </ul>
            )
          }}
        </Loaded>
      )}
      {isOpen && <LoadMore of={pages} />}
    </div>
  )
}
