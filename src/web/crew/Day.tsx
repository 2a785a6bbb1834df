import { VisuallyHidden } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { crewWords } from '../../words/en/crew.ts'
import { useWords } from '../app/words.ts'
import type { Laid } from '../shared/outbox/with-unsent.ts'
import { longDayLabel } from '../ui/when.ts'
import css from './crew.module.css'
import { isOpen } from './next-stop.ts'
import { useUnsent } from './StopActs.tsx'
import { StopLines } from './StopLines.tsx'

type Props = {
  /** Of the day before. */
  left: readonly Laid[]
  visits: readonly Laid[]
  next: Laid | undefined
  /** Under the next stop. */
  between: ReactNode
  card: (visit: Laid) => ReactNode
  showTeam: boolean
  onOpen: (visit: Laid) => void
}

/** The stop a crew is at or goes to next stands large; any other is one line, and what is done is folded. */
export function Day({ left, visits, next, between, card, showTeam, onOpen }: Props) {
  const words = useWords(crewWords)
  const later = visits.filter((visit) => isOpen(visit) && visit !== next)
  const of = { showTeam, onOpen }
  const isLeft = next !== undefined && left.includes(next)
  return (
    <>
      {left[0] && (
        <Part name={words.stillOpen} title={words.stillOpenFrom(longDayLabel(left[0].date))}>
          {isLeft && <div className={css.stops}>{card(next)}</div>}
          <StopLines visits={left.filter((visit) => visit !== next)} {...of} />
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
          <StopLines visits={later} {...of} />
        </section>
      )}
      <Closed visits={visits.filter((visit) => !isOpen(visit))} {...of} />
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

type ClosedProps = Pick<Props, 'visits' | 'showTeam' | 'onOpen'>

/** What is done, unfolded on demand. What the office does not know yet stays in sight. */
function Closed({ visits, ...of }: ClosedProps) {
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
      <StopLines visits={isUnfolded ? visits : visits.filter(isUnsent)} {...of} />
    </section>
  )
}
