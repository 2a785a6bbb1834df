import { Alert, Anchor, Group } from '@mantine/core'
import { MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCents } from '../../../../domain/money.ts'
import { isOnHold, visitRules, type Visit } from '../../../../domain/visit.ts'
import css from '../../../ui/forms.module.css'
import { GateCode } from '../../../gate-codes/GateCode.tsx'
import { longDayLabel } from '../../../ui/when.ts'
import { CrewNotes } from '../../../visits/CrewNotes.tsx'
import { VisitChecklist } from '../../../visits/VisitChecklist.tsx'
import { VisitExtras } from '../../../visits/VisitExtras.tsx'
import { VisitProducts } from '../../../visits/VisitProducts.tsx'
import { VisitPhotos } from '../../../visits/VisitPhotos.tsx'
import { VisitChips } from '../../../visits/VisitChips.tsx'
import {
  addressText,
  callAddress,
  customerText,
  mapAddress,
  serviceText,
  timeLabel,
} from '../../../visits/visit-text.ts'
import { PauseNote } from './PauseNote.tsx'
import { labelIn } from '../../../../domain/cadence.ts'
import { refusalText } from '../../../frame-words.ts'
import { useLocale } from '../../../locale.ts'
import { useWords } from '../../../words.ts'
import { CustomerLink } from '../../../ui/CustomerLink.tsx'
import { appointmentWords } from './words.ts'

type SummaryProps = {
  visit: Visit
  /** What the customer wants of it. */
  children: ReactNode
}

/** Who, when, what and where, and what to know before one goes there. */
export function AppointmentSummary({ visit, children }: SummaryProps) {
  const words = useWords(appointmentWords)
  return (
    <>
      <div className={css.summary}>
        <Group gap={8}>
          <strong>
            <CustomerLink id={visit.customer.id}>{customerText(visit)}</CustomerLink>
          </strong>
          <VisitChips visit={visit} />
        </Group>
        <p>
          {longDayLabel(visit.date)}, {timeLabel(visit)}
        </p>
        <p>
          {serviceText(visit)}
          {visit.price_cents !== null && <> · {formatCents(visit.price_cents)}</>} ·{' '}
          {labelIn(useLocale(), visit.recurrence_label)}
        </p>
        <Group gap="md" mt={4} style={{ rowGap: 0 }}>
          {addressText(visit.customer) && (
            <Anchor href={mapAddress(visit.customer)} target="_blank" rel="noreferrer">
              <MapPin size={15} aria-hidden style={{ verticalAlign: '-2px' }} />{' '}
              {addressText(visit.customer)}
            </Anchor>
          )}
          {visit.customer.phone_number && (
            <Anchor href={callAddress(visit.customer.phone_number)}>
              <Phone size={15} aria-hidden style={{ verticalAlign: '-2px' }} />{' '}
              {visit.customer.phone_number}
            </Anchor>
          )}
        </Group>
        <GateCode visit={visit} />
      </div>
      {children}
      {visit.notes && (
        <Alert
          color="gray"
          variant="light"
          mb="md"
          title={words.notes}
          style={{ whiteSpace: 'pre-line' }}
        >
          {visit.notes}
        </Alert>
      )}
      {visit.crew_notes.length > 0 && (
        <Alert color="gray" variant="light" mb="md" title={words.crewNotes}>
          <CrewNotes notes={visit.crew_notes} />
        </Alert>
      )}
      {visit.checklist.length > 0 && (
        <section aria-label={words.checklist} className={css.block}>
          <strong>{words.checklist}</strong>
          <VisitChecklist visit={visit} />
        </section>
      )}
      <Recorded visit={visit} />
      {visit.files.length > 0 && (
        <section aria-label={words.photos} className={css.block}>
          <VisitPhotos files={visit.files} />
        </section>
      )}
    </>
  )
}

/** Extra work and products the crew recorded. */
function Recorded({ visit }: { visit: Visit }) {
  const words = useWords(appointmentWords)
  return (
    <>
      {visit.extras.length > 0 && (
        <section aria-label={words.extras} className={css.block}>
          <VisitExtras extras={visit.extras} />
        </section>
      )}
      {visit.products.length > 0 && (
        <section aria-label={words.products} className={css.block}>
          <strong>{words.products}</strong>
          <VisitProducts products={visit.products} />
        </section>
      )}
    </>
  )
}

/** Why the visit does not take place, or cannot be changed. */
export function AppointmentState({ visit, byCrew }: { visit: Visit; byCrew: boolean }) {
  const words = useWords(appointmentWords)
  const locked = visitRules.edit(visit)
  return (
    <>
      <PauseNote visit={visit} byCrew={byCrew} />
      {isOnHold(visit) && (
        <Alert
          color="honey"
          variant="light"
          mb="md"
          title={words.onHold}
          style={{ whiteSpace: 'pre-line' }}
        >
          {visit.hold_reason}
        </Alert>
      )}
      {locked && !visit.pause && !isOnHold(visit) && (
        <Alert color="gray" variant="light" mb="md">
          {refusalText(locked)}
        </Alert>
      )}
    </>
  )
}
