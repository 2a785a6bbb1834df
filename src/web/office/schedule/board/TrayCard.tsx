import { minutesText } from '../../../../domain/base/text.ts'
import { Button, Checkbox } from '@mantine/core'
import { useId } from 'react'
import type { TrayItem } from '../../../../api/tray.ts'
import { todayIn } from '../../../../domain/base/dates.ts'
import type { Visit } from '../../../../domain/schedule/visit.ts'
import { dayLabel } from '../../../ui/when.ts'
import { letGo } from '../../../shared/visits/hold-acts.ts'
import { trayName } from '../../../shared/visits/tray-query.ts'
import { customerText, serviceText } from '../../../shared/visits/visit-text.ts'
import { carryHint } from './BoardCard.tsx'
import css from './tray.module.css'
import { restoreFocus } from '../../../ui/use-sheet.ts'

type CardProps = {
  item: TrayItem
  time_zone: string
  isCarried: boolean
  onOpen: (visit: Visit) => void
}
type Props = CardProps & {
  onPlace: (visit: Visit) => void
  isChosen: boolean
  /** Absent where there is nothing to choose from. */
  onChoose: ((visit: Visit) => void) | undefined
}

/** One visit that waits, and what becomes of it. */
export function TrayCard({ onPlace, isChosen, onChoose, ...card }: Props) {
  const { visit } = card.item
  const name = customerText(visit)
  return (
    <li className={css.item} data-chosen={(onChoose && isChosen) || undefined}>
      {onChoose && <Choose visit={visit} isChosen={isChosen} onChange={() => onChoose(visit)} />}
      <Card {...card} />
      <div className={css.acts}>
        <Button size="compact-sm" onClick={() => onPlace(visit)} aria-label={`Schedule ${name}`}>
          Schedule…
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          onClick={() => void letGo(visit).then(toTitle)}
          aria-label={`Cancel visit ${name}`}
        >
          Cancel visit
        </Button>
      </div>
    </li>
  )
}

type ChooseProps = { visit: Visit; isChosen: boolean; onChange: () => void }

function Choose({ visit, isChosen, onChange }: ChooseProps) {
  const id = useId()
  return (
    <label className={css.check} htmlFor={id}>
      <Checkbox
        id={id}
        size="md"
        checked={isChosen}
        onChange={onChange}
        aria-label={`Select ${customerText(visit)}, ${serviceText(visit)}`}
      />
    </label>
  )
}

const carried = {
  'aria-roledescription': 'visit you can move',
  'aria-describedby': carryHint,
}

function Card({ item: { visit, held_at, held_by }, time_zone, isCarried, onOpen }: CardProps) {
  return (
    <button
      type="button"
      className={css.card}
      onClick={() => onOpen(visit)}
      {...(isCarried ? { 'data-visit': trayName(visit.id), ...carried } : {})}
    >
      <strong>{customerText(visit)}</strong>
      <span>
        {serviceText(visit)}, {minutesText(visit.duration_minutes)}
      </span>
      <span className={css.why}>{visit.hold_reason}</span>
      <small>
        Was {dayLabel(visit.date)}. On hold since {dayLabel(todayIn(time_zone, held_at))}
        {held_by && `, by ${held_by}`}
      </small>
    </button>
  )
}

/** The id of the panel's heading, where the focus goes when what had it is gone. */
export const trayTitle = 'tray-title'
/** What had the focus is gone with what it was about. */
export const toTitle = (): void => restoreFocus(document.getElementById(trayTitle))
