import type { ReactNode } from 'react'
import { useWords } from '../app/words.ts'
import css from './crew.module.css'
import type { Laid } from '../shared/outbox/with-unsent.ts'
import { nextStop } from './next-stop.ts'
import { crewWords } from '../../words/en/crew.ts'

type Props = { visits: readonly Laid[]; stop: (visit: Laid, isNext?: boolean) => ReactNode }

/** The stop a crew is at or goes to next comes first, what is done last. */
export function Day({ visits, stop }: Props) {
  const words = useWords(crewWords)
  const open = visits.filter(({ is_completed, skipped }) => !is_completed && !skipped)
  const next = nextStop(open)
  const later = open.filter((visit) => visit !== next)
  const closed = visits.filter((visit) => !open.includes(visit))
  return (
    <>
      {next && (
        <section aria-label={words.nextStop}>
          <h2 className={css.section}>{words.nextStop}</h2>
          <div className={css.stops}>{stop(next, true)}</div>
        </section>
      )}
      <Others title={words.laterStops} visits={later} stop={stop} />
      <Others title={words.doneStops} visits={closed} stop={stop} />
    </>
  )
}

const Others = ({ title, visits, stop }: Props & { title: string }) =>
  visits.length > 0 && (
    <section aria-label={title}>
      <h2 className={css.section}>{title}</h2>
      <div className={css.stops}>{visits.map((visit) => stop(visit))}</div>
    </section>
  )
