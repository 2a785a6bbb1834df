import { Alert, Button, Checkbox, CloseButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CalendarCheck, Inbox } from 'lucide-react'
import { useEffect, useRef, useState, type Ref } from 'react'
import type { Visit } from '../../../../domain/schedule/visit.ts'
import { PlaceSheet } from '../../../app/sheets.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadMore } from '../../../ui/LoadMore.tsx'
import { Bars, Loaded } from '../../../ui/Page.tsx'
import { Refusable } from '../../../ui/Refusable.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { restoreFocus, useSheet } from '../../../ui/use-sheet.ts'
import type { NotPlaced } from '../../../shared/visits/hold-acts.ts'
import { useTray } from '../../../shared/visits/tray-query.ts'
import { count } from '../../../shared/visits/visit-text.ts'
import {
  allOf,
  isAllChosen,
  noneChosen,
  placeManyRefusal,
  toggled,
  type Chosen,
} from './tray-choice.ts'
import { toTitle, trayTitle, TrayCard } from './TrayCard.tsx'
import css from './tray.module.css'
import { trayText } from './TrayButton.tsx'
import { Unscheduled } from './Unscheduled.tsx'

type Props = {
  time_zone: string
  onOpen: (visit: Visit) => void
  onAdd: (start: { customer_id: string }) => void
  /** How many customers wait for an answer. */
  requests: number
}
type PanelProps = Props & { onClose: () => void }

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
        <CloseButton aria-label="Close visits on hold" size="lg" onClick={onClose} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <section className={css.scroll} aria-label="Visits on hold" tabIndex={0}>
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

type ListProps = Props & { isBesideBoard?: boolean }

function TrayList({ onAdd, requests, ...cards }: ListProps) {
  const placing = useSheet<readonly Visit[]>('place')
  const [ids, setIds] = useState(noneChosen)
  const [stayed, setStayed] = useState<readonly NotPlaced[]>([])
  const all = useRef<HTMLInputElement>(null)
  return (
    <>
      {stayed.length > 0 && <Stayed visits={stayed} onClose={() => setStayed([])} />}
      <Waiting ids={ids} onChoose={setIds} onPlace={placing.show} all={all} {...cards} />
      {requests > 0 && <RequestsLink requests={requests} />}
      <Unscheduled onAdd={onAdd} />
      {placing.about && (
        <PlaceSheet
          visits={placing.about}
          opened={placing.opened}
          onClose={placing.hide}
          onDone={() => {
            setStayed([])
            // The button that opened it goes with what was chosen.
            restoreFocus(all.current)
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

type WaitingProps = Pick<ListProps, 'time_zone' | 'onOpen' | 'isBesideBoard'> & {
  ids: Chosen
  onChoose: (ids: Chosen) => void
  onPlace: (visits: readonly Visit[]) => void
  /** The box that chooses all. */
  all: Ref<HTMLInputElement>
}

/** What waits, and the choice of several. */
function Waiting({ ids, onChoose, onPlace, all, isBesideBoard = false, ...rest }: WaitingProps) {
  const { pages, items } = useTray(true)
  const waiting = items.map(({ visit }) => visit)
  const chosen = waiting.filter(({ id }) => ids.has(id))
  const isMany = waiting.length > 1
  return (
    <>
      {isMany && (
        <ChoiceBar
          ref={all}
          chosen={chosen.length}
          all={waiting.length}
          onAll={(isOn) => onChoose(isOn ? allOf(waiting) : noneChosen)}
          onPlace={() => onPlace(chosen)}
        />
      )}
      <Loaded
        of={pages}
        failure="Failed to load visits on hold"
        skeleton={<Bars rows={3} height={96} />}
      >
        {() =>
          items.length === 0 ? (
            <EmptyState title="No visits on hold" icon={<CalendarCheck size={22} />}>
              Put a visit on hold, and it waits here until you schedule it.
            </EmptyState>
          ) : (
            <ul className={css.list} aria-label="Visits on hold">
              {items.map((item) => (
                <TrayCard
                  key={item.visit.id}
                  item={item}
                  isCarried={isBesideBoard}
                  onPlace={(visit) => onPlace([visit])}
                  isChosen={ids.has(item.visit.id)}
                  onChoose={isMany ? ({ id }) => onChoose(toggled(ids, id)) : undefined}
                  {...rest}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <LoadMore of={pages} />
    </>
  )
}

const RequestsLink = ({ requests }: { requests: number }) => (
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
)

type ChoiceProps = {
  chosen: number
  all: number
  onAll: (isOn: boolean) => void
  onPlace: () => void
  ref: Ref<HTMLInputElement>
}

/** How many are chosen to be placed together. */
function ChoiceBar({ chosen, all, onAll, onPlace, ref }: ChoiceProps) {
  const isAll = isAllChosen(chosen, all)
  return (
    <div className={css.choice}>
      <Checkbox
        ref={ref}
        label={chosen === 0 ? 'Select all' : `${chosen} selected`}
        aria-label="Select all"
        checked={isAll}
        indeterminate={chosen > 0 && !isAll}
        onChange={(event) => onAll(event.currentTarget.checked)}
      />
      {chosen > 0 && (
        <Refusable size="compact-md" refusal={placeManyRefusal(chosen)} onClick={onPlace}>
          {`Schedule ${chosen}…`}
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
    title={`${count(visits.length, 'visit')} could not be scheduled`}
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
