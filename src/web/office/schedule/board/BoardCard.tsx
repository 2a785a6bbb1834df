import { minutesText } from '../../../../domain/base/text.ts'
import { isHeldForPayment } from '../../../../domain/money/payment-hold.ts'
import { memo, type CSSProperties, type ReactNode } from 'react'
import { badgeLabel, shownBadge } from '../../../../domain/money/payment-badge.ts'
import { visitRules, type Visit } from '../../../../domain/schedule/visit.ts'
import css from './board.module.css'
import {
  customerText,
  serviceText,
  skippedText,
  timeLabel,
} from '../../../shared/visits/visit-text.ts'

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
  /** How long it takes, in pixels: the card may be wider, so that it can be read. */
  length?: number
}

/** The id of the words that say how a card is carried by keys. */
export const carryHint = 'board-carry-hint'

/** A visit on a board. Enter opens it, Space lifts it. A plain button, for there may be a thousand of them: what lifts it is the board's. */
export const BoardCard = memo(function BoardCard({
  visit,
  onOpen,
  movable,
  isChosen,
  clashes = false,
  left,
  width,
  top,
  length,
}: Props) {
  const isLiftable = movable && visitRules.reschedule(visit) === null
  const style: CSSProperties | undefined = left === undefined ? undefined : { left, width, top }
  return (
    <button
      type="button"
      className={css.card}
      style={style}
      title={fullText(visit, clashes)}
      data-visit={visit.id}
      data-status={visit.status}
      data-paused={visit.skip_reason === 'paused' || undefined}
      data-held={visit.hold_reason ? true : undefined}
      data-badge={visit.payment_badge}
      data-clash={clashes || undefined}
      data-chosen={isChosen || undefined}
      onClick={() => onOpen(visit)}
      {...(isLiftable
        ? { 'aria-roledescription': 'visit you can move', 'aria-describedby': carryHint }
        : {})}
      {...(isChosen ? { 'aria-pressed': true } : {})}
    >
      {cardFacts(visit, clashes)}
      {length !== undefined && <i className={css.length} style={{ width: length }} aria-hidden />}
    </button>
  )
})

const statusWords = { scheduled: '', in_progress: 'In progress', completed: 'Completed' } as const

const between = ' · '
const partsOf = (visit: Visit, clashes: boolean): string[] => {
  const status =
    visit.status === 'skipped'
      ? [skippedText(visit), visit.hold_reason].filter(Boolean).join(': ')
      : statusWords[visit.status]
  const held = isHeldForPayment(visit, visit.date) && 'Held: payment'
  return [clashes && 'Overlaps', held, status, badgeLabel(shownBadge(visit))].filter(
    (part) => typeof part === 'string' && part !== '',
  ) as string[]
}
const marksOf = (visit: Visit, clashes: boolean): string => partsOf(visit, clashes).join(between)

const fullText = (visit: Visit, clashes: boolean): string =>
  [
    timeLabel(visit),
    customerText(visit),
    serviceText(visit),
    minutesText(visit.duration_minutes),
    marksOf(visit, clashes),
  ]
    .filter(Boolean)
    .join(' · ')

/** What stands on a card: who, when and what, and what is the matter with it. */
export function cardFacts(visit: Visit, clashes = false): ReactNode {
  const parts = partsOf(visit, clashes)
  const marks = parts.map((part, at) => {
    const text = at < parts.length - 1 ? part + between : part
    // What has a word about its money is done: a narrow column says so by a tick.
    return part === statusWords.completed && parts.length > 1 ? (
      <span key={part} className={css.done}>
        {text}
      </span>
    ) : (
      text
    )
  })
  return (
    <>
      <span className={css.name}>{customerText(visit)}</span>
      <span className={css.about}>
        {visit.start_minutes !== null && <b>{timeLabel(visit)}</b>}{' '}
        {marks.length > 0 ? <span className={css.marks}>{marks}</span> : serviceText(visit)}
      </span>
    </>
  )
}
