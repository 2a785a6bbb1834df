import { callAddress, phoneText } from '../../../../domain/base/contact.ts'
import { readPhone } from '../../../../domain/base/phone.ts'
import { Alert, Anchor, Group, Button } from '@mantine/core'
import { MapPin, Phone, CirclePause } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCents } from '../../../../domain/base/money.ts'
import { isOnHold, visitRules, type Visit } from '../../../../domain/schedule/visit.ts'
import css from '../../../ui/forms.module.css'
import { GateCode } from '../../../shared/gate-codes/GateCode.tsx'
import { longDayLabel } from '../../../ui/when.ts'
import { CrewNotes } from '../../../shared/visits/CrewNotes.tsx'
import { VisitChecklist, VisitProducts } from '../../../shared/visits/VisitRecord.tsx'
import { VisitExtras } from '../../../shared/visits/VisitExtras.tsx'
import { VisitPhotos } from '../../../shared/visits/VisitPhotos.tsx'
import { VisitChips } from '../../../shared/visits/VisitChips.tsx'
import {
  addressText,
  customerText,
  mapAddress,
  serviceText,
  timeLabel,
  pausedText,
} from '../../../shared/visits/visit-text.ts'
import { labelIn } from '../../../../domain/base/cadence.ts'
import { refusalText, useWords } from '../../../app/words.ts'
import { useLocale } from '../../../app/locale.ts'
import { CustomerLink } from '../../../ui/CustomerLink.tsx'
import { appointmentWords } from '../../../../words/en/appointment.ts'
import { Link } from '@tanstack/react-router'
import { openSeries } from '../../../shared/visits/series-wish.ts'

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
              {phoneText(readPhone(visit.customer.phone_number) ?? visit.customer.phone_number)}
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

/** Says by what a visit rests, and leads to where that is ended; a crew only reads it. */
function PauseNote({ visit, byCrew }: { visit: Visit; byCrew: boolean }) {
  const words = useWords(appointmentWords)
  if (!visit.pause) return null
  const byCustomer = visit.pause.by === 'customer'
  return (
    <Alert
      color="honey"
      variant="light"
      mb="md"
      icon={<CirclePause size={18} aria-hidden />}
      title={pausedText(visit.pause)}
    >
      {byCustomer ? words.allRests(customerText(visit)) : words.thisRests} {words.notBilled}
      {!byCrew && (
        <div className={css.buttons} style={{ marginTop: 10 }}>
          {byCustomer ? (
            <Button
              component={Link}
              to="/app/customers/$id"
              params={{ id: visit.customer.id } as never}
              size="compact-sm"
              variant="default"
            >
              {words.openCustomer}
            </Button>
          ) : (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => openSeries({ what: 'pause', visit })}
            >
              {words.changePause}
            </Button>
          )}
        </div>
      )}
    </Alert>
  )
}
