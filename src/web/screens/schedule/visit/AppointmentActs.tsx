import { Button } from '@mantine/core'
import { Ban, CalendarCheck, CalendarClock, Hourglass, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { CustomerRequest } from '../../../../domain/request.ts'
import { visitRules, type Visit } from '../../../../domain/visit.ts'
import { HoldSheet, PlaceSheet } from '../../../sheets.ts'
import css from '../../../ui/forms.module.css'
import { Refusable } from '../../../ui/Refusable.tsx'
import { useSheet } from '../../../ui/use-sheet.ts'
import type { Calendar } from '../../../visits/calendar.ts'
import { letGo } from '../../../visits/hold-acts.ts'
import type { Place } from '../../../visits/visit-acts.ts'
import { CancelDialog, CompleteButton, MoreActions } from '../../../visits/VisitActions.tsx'
import { appointmentOffers, cancelRefusal } from './appointment-offers.ts'
import { RescheduleSheet } from './RescheduleSheet.tsx'
import { useWords } from '../../../words.ts'
import { appointmentWords } from './words.ts'

export type StartWith = 'reschedule' | 'cancel' | null | undefined

/** The sheets that stand over an appointment. */
export function useAppointmentSheets(visit: Visit, startWith: StartWith) {
  const rescheduling = useSheet('visit-reschedule')
  const cancelling = useSheet('visit-cancel')
  const holding = useSheet('visit-hold')
  const placing = useSheet('visit-place')
  useEffect(() => {
    if (startWith === 'reschedule' && !visitRules.reschedule(visit)) rescheduling.show(true)
    if (startWith === 'cancel') cancelling.show(true)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what a link asked for is opened once
  }, [])
  return { rescheduling, cancelling, holding, placing }
}
type AppointmentSheets = ReturnType<typeof useAppointmentSheets>

type ActsProps = {
  visit: Visit
  calendar: Calendar
  byCrew: boolean
  sheets: AppointmentSheets
  onClear: () => void
  onClose: () => void
}

/** Everything that can be done with an appointment. */
export function AppointmentActs({ visit, calendar, byCrew, sheets, onClear, onClose }: ActsProps) {
  const { rescheduling, cancelling, holding, placing } = sheets
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
      {offers.places ? (
        <PlaceButton onClick={() => placing.show(true)} />
      ) : (
        <RescheduleButton visit={visit} onClick={() => rescheduling.show(true)} />
      )}
      {offers.clears && <ClearButton visit={visit} onClick={onClear} />}
      {offers.holds && <HoldButton visit={visit} onClick={() => holding.show(true)} />}
      {offers.letsGo ? (
        <LetGoButton onClick={() => void letGo(visit).then((done) => done && onClose())} />
      ) : (
        <CancelButton visit={visit} onClick={() => cancelling.show(true)} />
      )}
      <MoreActions
        visit={visit}
        today={calendar.today}
        byCrew={byCrew}
        onCancel={() => cancelling.show(true)}
        onHold={() => holding.show(true)}
        onPlace={() => placing.show(true)}
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

type NestedProps = {
  visit: Visit
  calendar: Calendar
  place: Place
  request: CustomerRequest | null | undefined
  sheets: AppointmentSheets
  onClose: () => void
}

export function NestedSheets({ visit, calendar, place, request, sheets, onClose }: NestedProps) {
  const { rescheduling, cancelling, holding, placing } = sheets
  // Who cancels for a customer who took that back meanwhile is refused: the visit stays as it is.
  const [cancels, setCancels] = useState(request)
  if (!cancelling.opened && cancels !== request) setCancels(request)
  return (
    <>
      <RescheduleSheet
        visit={visit}
        calendar={calendar}
        opened={rescheduling.opened}
        onClose={rescheduling.hide}
        place={place}
        request={request}
        onDone={onClose}
      />
      <HoldSheet
        visit={visit}
        opened={holding.opened}
        onClose={holding.hide}
        request={request?.action === 'reschedule' ? request : null}
        onDone={onClose}
      />
      <PlaceSheet
        visits={[visit]}
        opened={placing.opened}
        onClose={placing.hide}
        onDone={onClose}
      />
      <CancelDialog
        visit={visit}
        opened={cancelling.opened}
        onClose={cancelling.hide}
        place={place}
        request_id={cancels?.id}
        onDone={onClose}
      />
    </>
  )
}
