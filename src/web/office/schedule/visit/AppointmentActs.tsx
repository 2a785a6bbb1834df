import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Ban, CalendarCheck, CalendarClock, FileText, HandCoins, Hourglass, X } from 'lucide-react'
import { visitRules, type Visit } from '../../../../domain/schedule/visit.ts'
import css from '../../../ui/forms.module.css'
import { Refusable } from '../../../ui/Refusable.tsx'
import type { Calendar } from '../../../shared/visits/calendar.ts'
import { letGo } from '../../../shared/visits/hold-acts.ts'
import { CompleteButton, MoreActions } from '../../../shared/visits/VisitActions.tsx'
import { appointmentOffers, cancelRefusal } from './appointment-draft.ts'
import type { AppointmentSteps } from './AppointmentStep.tsx'
import { useWords } from '../../../app/words.ts'
import { visitWords } from '../../../../words/en/visits.ts'
import { appointmentWords } from '../../../../words/en/appointment.ts'

type ActsProps = {
  visit: Visit
  calendar: Calendar
  byCrew: boolean
  steps: AppointmentSteps
  onClear: () => void
  onClose: () => void
}

/** Everything that can be done with an appointment. */
export function AppointmentActs({ visit, calendar, byCrew, steps, onClear, onClose }: ActsProps) {
  const offers = appointmentOffers(visit, byCrew)
  return (
    <div className={css.buttons}>
      {offers.completes && (
        <CompleteButton
          visit={visit}
          today={calendar.today}
          byCrew={byCrew}
          onDone={onClose}
          sheet="visit-complete"
        />
      )}
      {offers.marksPaid && <MarkPaidButton onClick={() => steps.go('paid')} />}
      {offers.bill && <BillButton visit={visit} isMain={!offers.marksPaid} />}
      {offers.places ? (
        <PlaceButton onClick={() => steps.go('place')} />
      ) : (
        offers.changes && <RescheduleButton visit={visit} onClick={() => steps.go('reschedule')} />
      )}
      {offers.clears && <ClearButton visit={visit} onClick={onClear} />}
      {offers.holds && <HoldButton visit={visit} onClick={() => steps.go('hold')} />}
      {offers.letsGo ? (
        <LetGoButton onClick={() => void letGo(visit).then((done) => done && onClose())} />
      ) : (
        offers.changes && <CancelButton visit={visit} onClick={() => steps.go('cancel')} />
      )}
      <MoreActions
        visit={visit}
        today={calendar.today}
        byCrew={byCrew}
        onCancel={() => steps.go('cancel')}
        onHold={() => steps.go('hold')}
        onPlace={() => steps.go('place')}
      />
    </div>
  )
}

type ActProps = { onClick: () => void }
type RefusableProps = ActProps & { visit: Visit }

const PlaceButton = ({ onClick }: ActProps) => (
  <Button leftSection={<CalendarCheck size={17} aria-hidden />} onClick={onClick}>
    {useWords(appointmentWords).place}
  </Button>
)

const MarkPaidButton = ({ onClick }: ActProps) => (
  <Button leftSection={<HandCoins size={17} aria-hidden />} onClick={onClick}>
    {useWords(appointmentWords).markPaid}
  </Button>
)

const BillButton = ({ visit, isMain }: { visit: Visit; isMain: boolean }) => (
  <Button
    component={Link}
    to={`/app/invoices/${visit.invoice_id}`}
    {...(isMain ? {} : { variant: 'default' })}
    leftSection={<FileText size={17} aria-hidden />}
  >
    {useWords(visitWords).openInvoice}
  </Button>
)

const RescheduleButton = ({ visit, onClick }: RefusableProps) => (
  <Refusable
    variant="default"
    refusal={visitRules.reschedule(visit)}
    leftSection={<CalendarClock size={17} aria-hidden />}
    onClick={onClick}
  >
    {useWords(appointmentWords).reschedule}
  </Refusable>
)

const ClearButton = ({ visit, onClick }: RefusableProps) => (
  <Refusable
    variant="default"
    refusal={visitRules.clearTime(visit)}
    leftSection={<X size={17} aria-hidden />}
    onClick={onClick}
  >
    {useWords(appointmentWords).clearTime}
  </Refusable>
)

const HoldButton = ({ visit, onClick }: RefusableProps) => (
  <Refusable
    variant="default"
    refusal={visitRules.hold(visit)}
    leftSection={<Hourglass size={17} aria-hidden />}
    onClick={onClick}
  >
    {useWords(appointmentWords).putOnHold}
  </Refusable>
)

const LetGoButton = ({ onClick }: ActProps) => (
  <Button color="red" variant="light" leftSection={<Ban size={17} aria-hidden />} onClick={onClick}>
    {useWords(appointmentWords).letGo}
  </Button>
)

const CancelButton = ({ visit, onClick }: RefusableProps) => (
  <Refusable
    color="red"
    variant="light"
    refusal={cancelRefusal(visit)}
    leftSection={<Ban size={17} aria-hidden />}
    onClick={onClick}
  >
    {useWords(appointmentWords).cancel}
  </Refusable>
)
