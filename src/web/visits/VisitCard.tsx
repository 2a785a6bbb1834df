import { memo, type ReactNode } from 'react'
import { formatCents } from '../../domain/money.ts'
import type { Visit } from '../../domain/visit.ts'
import { CrewNotes } from './CrewNotes.tsx'
import css from './visit-card.module.css'
import { VisitChips } from './VisitChips.tsx'
import { addressText, customerText, minutesText, serviceText, timeLabel } from './visit-text.ts'
import { labelIn } from '../../domain/cadence.ts'
import { useLocale } from '../locale.ts'
import { isHeldForPayment } from '../../domain/payment-hold.ts'
import { useToday } from '../today.ts'
import { useWords } from '../words.ts'
import { visitWords } from './words.ts'

type VisitCardProps = {
  visit: Visit
  /** Buttons under the facts. */
  actions?: ReactNode
  /** Before the chips: what the screen knows beyond the visit. */
  mark?: ReactNode
  showTeam?: boolean
  /** The heading opens this. */
  onOpen?: (visit: Visit) => void
  /** Larger type, for the truck. */
  large?: boolean
}

/** One visit with everything needed to do the work. */
export const VisitCard = memo(function VisitCard({
  visit,
  actions,
  mark,
  showTeam = false,
  onOpen,
  large = false,
}: VisitCardProps) {
  const words = useWords(visitWords)
  const today = useToday()
  const name = customerText(visit)
  const address = addressText(visit.customer)
  return (
    <article
      className={css.card}
      data-status={visit.status}
      data-paused={visit.skip_reason === 'paused' || undefined}
      data-held={visit.hold_reason ? true : undefined}
      data-large={large || undefined}
      aria-label={`${name}, ${serviceText(visit)}, ${timeLabel(visit)}`}
    >
      <div className={css.time}>
        <strong>{timeLabel(visit)}</strong>
        <span>{minutesText(visit.duration_minutes)}</span>
      </div>
      <div className={css.facts}>
        <div className={css.top}>
          <h3 className={css.name}>
            {onOpen ? (
              <button type="button" className={css.open} onClick={() => onOpen(visit)}>
                {name}
              </button>
            ) : (
              name
            )}
          </h3>
          <div className={css.chips}>
            {mark}
            <VisitChips visit={visit} />
          </div>
        </div>
        <p className={css.line}>
          <span>{serviceText(visit)}</span>
          {visit.price_cents !== null && (
            <span className="fh-money">{formatCents(visit.price_cents)}</span>
          )}
          <span>{labelIn(useLocale(), visit.recurrence_label)}</span>
          {showTeam && <span>{visit.team?.name ?? words.unassigned}</span>}
        </p>
        {address && <p className={css.address}>{address}</p>}
        {visit.customer.gate_code && (
          <p className={css.address}>
            {words.gateCode} <strong>{visit.customer.gate_code}</strong>
          </p>
        )}
        {large && isHeldForPayment(visit, today) && (
          <p className={css.notes}>
            <strong>{words.heldCrew}</strong>
          </p>
        )}
        {visit.hold_reason && <p className={css.notes}>{words.onHoldBecause(visit.hold_reason)}</p>}
        {visit.notes && <p className={css.notes}>{visit.notes}</p>}
        <CrewNotes notes={visit.crew_notes} />
      </div>
      {actions && <div className={`${css.actions} fh-no-print`}>{actions}</div>}
    </article>
  )
})
