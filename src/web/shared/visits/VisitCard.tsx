import { minutesText } from '../../../domain/base/text.ts'
import { memo, type ReactNode } from 'react'
import { phoneText, callAddress } from '../../../domain/base/contact.ts'
import { formatCents } from '../../../domain/base/money.ts'
import type { Visit } from '../../../domain/schedule/visit.ts'
import { CrewNotes } from './CrewNotes.tsx'
import css from './visit-card.module.css'
import { VisitChips } from './VisitChips.tsx'
import { addressText, customerText, serviceText, timeLabel } from './visit-text.ts'
import { labelIn } from '../../../domain/base/cadence.ts'
import { useLocale } from '../../app/locale.ts'
import { isHeldForPayment } from '../../../domain/money/payment-hold.ts'
import { useMe } from '../../app/me.ts'
import { useToday } from '../../app/today.ts'
import { optional } from '../../ui/lazy.tsx'
import { useWords } from '../../app/words.ts'
import { visitWords } from '../../../words/en/visits.ts'

// Few visits have any, so no start carries it.
export const loadGateCode = async () => (await import('../gate-codes/GateCode.tsx')).GateCode
const GateCode = optional(loadGateCode)
const VisitExtras = optional(async () => (await import('./VisitExtras.tsx')).VisitExtras)

type VisitCardProps = {
  visit: Visit
  /** Buttons under the facts. */
  actions?: ReactNode
  /** What goes on with the work: right under the address, whatever else there is to know. */
  main?: ReactNode
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
  main,
  mark,
  showTeam = false,
  onOpen,
  large = false,
}: VisitCardProps) {
  const words = useWords(visitWords)
  const today = useToday()
  const name = customerText(visit)
  const address = addressText(visit.customer)
  const chips = (
    <div className={css.chips}>
      {mark}
      <VisitChips visit={visit} />
    </div>
  )
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
          {!main && chips}
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
        {large && isHeldForPayment(visit, today) && (
          <p className={css.notes}>
            <strong>{words.heldCrew}</strong> <OfficeNumber />
          </p>
        )}
        {main && <div className={css.main}>{main}</div>}
        {main && chips}
        {large && visit.customer.has_gate_code && <GateCode visit={visit} />}
        {visit.hold_reason && <p className={css.notes}>{words.onHoldBecause(visit.hold_reason)}</p>}
        {large && <Gear service={visit.service} />}
        {visit.notes && <p className={css.notes}>{visit.notes}</p>}
        <CrewNotes notes={visit.crew_notes} />
        {large && visit.extras.length > 0 && <VisitExtras extras={visit.extras} />}
      </div>
      {actions && <div className={`${css.actions} fh-no-print`}>{actions}</div>}
    </article>
  )
})

/** What to bring for the service, and what its owner wrote for the team. */
function Gear({ service }: { service: Visit['service'] }) {
  const words = useWords(visitWords)
  const lines = [
    [words.equipment, service?.equipment_needed],
    [words.materials, service?.materials],
    [words.serviceNotes, service?.notes],
  ].filter(([, text]) => text)
  if (lines.length === 0) return null
  return (
    <dl className={css.gear}>
      {lines.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The number of the office, to tap; nothing if it has none. */
function OfficeNumber() {
  const { organization } = useMe()
  if (!organization?.phone_number) return null
  return (
    <a href={callAddress(organization.phone_number)} className={css.office}>
      {phoneText(organization.phone_number)}
    </a>
  )
}
