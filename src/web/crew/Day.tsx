import { VisuallyHidden } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { crewWords } from '../../words/en/crew.ts'
import { visitWords } from '../../words/en/visits.ts'
import { useWords } from '../app/words.ts'
import type { Laid } from '../shared/outbox/with-unsent.ts'
import { customerText, skippedText, timeLabel } from '../shared/visits/visit-text.ts'
import { longDayLabel } from '../ui/when.ts'
import css from './crew.module.css'
import { isOpen } from './next-stop.ts'
import { NotSent, useUnsent } from './StopActs.tsx'

type Props = {
  /** Of the day before. */
  left: readonly Laid[]
  visits: readonly Laid[]
  next: Laid | undefined
  /** Under the next stop. */
  between: ReactNode
  card: (visit: Laid) => ReactNode
  onOpen: (visit: Laid) => void
}

/** The stop a crew is at or goes to next stands large; any other is one line, and what is done is folded. */
export function Day({ left, visits, next, between, card, onOpen }: Props) {
  const words = useWords(crewWords)
  const later = visits.filter((visit) => isOpen(visit) && visit !== next)
  const isLeft = next !== undefined && left.includes(next)
  return (
    <>
      {left[0] && (
        <Part name={words.stillOpen} title={words.stillOpenFrom(longDayLabel(left[0].date))}>
          {isLeft && <div className={css.stops}>{card(next)}</div>}
          <Lines visits={left.filter((visit) => visit !== next)} onOpen={onOpen} />
        </Part>
      )}
      {next && !isLeft && (
        <Part name={words.nextStop}>
          <div className={css.stops}>{card(next)}</div>
        </Part>
      )}
      {between}
      {later.length > 0 && (
        <section aria-label={words.laterStops}>
          <VisuallyHidden component="h2">{words.laterStops}</VisuallyHidden>
          <Lines visits={later} onOpen={onOpen} />
        </section>
      )}
      <Closed visits={visits.filter((visit) => !isOpen(visit))} onOpen={onOpen} />
    </>
  )
}

type PartProps = { name: string; title?: string; children: ReactNode }
const Part = ({ name, title = name, children }: PartProps) => (
  <section aria-label={name}>
    <h2 className={css.section}>{title}</h2>
    {children}
  </section>
)

type LinesProps = Pick<Props, 'visits' | 'onOpen'>

/** What is done, unfolded on demand. What the office does not know yet stays in sight. */
function Closed({ visits, onOpen }: LinesProps) {
  const words = useWords(crewWords)
  const isUnsent = useUnsent()
  const [isUnfolded, setUnfolded] = useState(false)
  if (visits.length === 0) return null
  const done = visits.filter(({ is_completed }) => is_completed).length
  return (
    <section aria-label={words.doneStops}>
      <h2 className={css.section}>
        <button
          type="button"
          className={css.fold}
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {words.closedStops(done, visits.length - done)}
        </button>
      </h2>
      <Lines visits={isUnfolded ? visits : visits.filter(isUnsent)} onOpen={onOpen} />
    </section>
  )
}

const Lines = ({ visits, onOpen }: LinesProps) =>
  visits.length > 0 && (
    <ul className={css.lines}>
      {visits.map((visit) => (
        <li key={visit.id}>
          <button type="button" onClick={() => onOpen(visit)}>
            <strong>{timeLabel(visit)}</strong>
            <span>
              <b>{customerText(visit)}</b>
              <Below visit={visit} />
            </span>
          </button>
          <NotSent visit={visit} />
        </li>
      ))}
    </ul>
  )

/** Where the stop is, or what became of it. */
function Below({ visit }: { visit: Laid }) {
  const words = useWords(visitWords)
  const { is_completed, skipped, hold_reason, customer } = visit
  if (is_completed) return <small>{words.completed}</small>
  if (skipped)
    return <small>{hold_reason ? words.onHoldBecause(hold_reason) : skippedText(visit)}</small>
  return customer.street && <small>{customer.street}</small>
}
