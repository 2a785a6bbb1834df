import { visitWords } from '../../words/en/visits.ts'
import { useWords } from '../app/words.ts'
import type { Laid } from '../shared/outbox/with-unsent.ts'
import { VisitChips } from '../shared/visits/VisitChips.tsx'
import { customerText, serviceText, timeLabel } from '../shared/visits/visit-text.ts'
import css from './crew.module.css'
import { NotSent } from './StopActs.tsx'

type LineProps = { visit: Laid; onOpen: (visit: Laid) => void; showTeam: boolean }
type Props = Omit<LineProps, 'visit'> & { visits: readonly Laid[] }

/** Stops, one line each: when, whose, what, where, and what became of it. A line opens the page of its stop, where everything can be done. */
export const StopLines = ({ visits, ...of }: Props) =>
  visits.length > 0 && (
    <ul className={css.lines}>
      {visits.map((visit) => (
        <Line key={visit.id} visit={visit} {...of} />
      ))}
    </ul>
  )

function Line({ visit, onOpen, showTeam }: LineProps) {
  const words = useWords(visitWords)
  const { status, hold_reason, customer, team } = visit
  const facts = [serviceText(visit), customer.street, showTeam && (team?.name ?? words.unassigned)]
  return (
    <li data-status={status}>
      <button type="button" onClick={() => onOpen(visit)}>
        <strong>{timeLabel(visit)}</strong>
        <span>
          <span className={css.top}>
            <b>{customerText(visit)}</b>
            <VisitChips visit={visit} />
          </span>
          <small>{facts.filter(Boolean).join(' · ')}</small>
          {hold_reason && <small>{words.onHoldBecause(hold_reason)}</small>}
        </span>
      </button>
      <NotSent visit={visit} />
    </li>
  )
}
