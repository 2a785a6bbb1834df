import { useDraggable } from '@dnd-kit/core'
import { memo, type CSSProperties, type ReactNode } from 'react'
import { badgeLabel } from '../../../domain/invoice.ts'
import { visitRules, type Visit } from '../../../domain/visit.ts'
import css from './board.module.css'
import { customerText, minutesText, serviceText, timeLabel } from './visit-text.ts'

type Props = {
  visit: Visit
  onOpen: (visit: Visit) => void
  movable: boolean
  isChosen: boolean
  /** The team would have to be in two places. */
  clashes?: boolean
  left?: number
  width?: number
  top?: number
}

/** A visit on a board. Enter opens it, Space lifts it. Plain elements: there may be a thousand of them. */
export const BoardCard = memo(function BoardCard({ visit, onOpen, movable, isChosen, clashes = false, left, width, top }: Props) {
  const disabled = !movable || visitRules.reschedule(visit) !== null
  const { setNodeRef, listeners, attributes, isDragging } = useDraggable({ id: visit.id, disabled })
  const { role: _, 'aria-disabled': __, ...described } = attributes
  const style: CSSProperties | undefined = left === undefined ? undefined : { left, width, top }
  return (
    <button
      ref={setNodeRef}
      type="button"
      className={css.card}
      style={style}
      title={fullText(visit, clashes)}
      data-visit={visit.id}
      data-status={visit.status}
      data-badge={visit.payment_badge}
      data-clash={clashes || undefined}
      data-chosen={isChosen || undefined}
      data-lifted={isDragging || undefined}
      onClick={() => onOpen(visit)}
      {...(disabled ? {} : { ...described, ...listeners })}
      {...(isChosen ? { 'aria-pressed': true } : {})}
    >
      <CardFacts visit={visit} clashes={clashes} />
    </button>
  )
})

// Every card hears of every step of a drag; what is written on them does not change by it.
const CardFacts = memo(({ visit, clashes }: { visit: Visit; clashes: boolean }) => cardFacts(visit, clashes))

const statusWords = { scheduled: '', in_progress: 'In progress', completed: 'Completed', skipped: 'Skipped' } as const

const marksOf = (visit: Visit, clashes: boolean): string => {
  const isMoneyKnown = !visit.skipped && visit.payment_badge !== 'none' && (visit.payment_badge !== 'unpaid' || visit.is_completed)
  return [statusWords[visit.status], clashes && 'Time conflict', isMoneyKnown && badgeLabel(visit.payment_badge)].filter(Boolean).join(' · ')
}

const fullText = (visit: Visit, clashes: boolean): string =>
  [timeLabel(visit), customerText(visit), serviceText(visit), minutesText(visit.duration_minutes), marksOf(visit, clashes)].filter(Boolean).join(' · ')

/** What stands on a card: who, when and what, and what is the matter with it. */
export function cardFacts(visit: Visit, clashes = false): ReactNode {
  const marks = marksOf(visit, clashes)
  return (
    <>
      <span className={css.name}>{customerText(visit)}</span>
      <span className={css.about}>
        {visit.start_minutes !== null && <b>{timeLabel(visit)}</b>} {marks ? <span className={css.marks}>{marks}</span> : serviceText(visit)}
      </span>
    </>
  )
}
