import { Suspense, useState } from 'react'
import type { CustomerRequest } from '../../../../domain/schedule/request.ts'
import type { Visit } from '../../../../domain/schedule/visit.ts'
import { MarkPaidStep } from '../../../app/sheets.ts'
import { useSheet } from '../../../ui/use-sheet.ts'
import { useVisitNow } from '../../../shared/visits/queries.ts'
import { useWhileHere } from '../../../ui/while-here.ts'
import type { Calendar } from '../../../shared/visits/calendar.ts'
import type { Place } from '../../../shared/visits/visit-acts.ts'
import { CancelQuestion } from '../../../shared/visits/VisitActions.tsx'
import { visitWords } from '../../../../words/en/visits.ts'
import { useWords } from '../../../app/words.ts'
import { HoldForm, holdTitle } from './HoldSheet.tsx'
import { moveTitle } from './move-form.ts'
import { PlaceForm } from './PlaceSheet.tsx'
import { RescheduleForm } from './RescheduleSheet.tsx'
import { appointmentWords } from '../../../../words/en/appointment.ts'

type StepName = 'reschedule' | 'cancel' | 'hold' | 'place' | 'paid'

/**
 * What stands in the appointment's sheet instead of the appointment itself. Each step is in the URL
 * like a sheet of its own, so Back leads to the appointment.
 */
export function useAppointmentSteps(opened: boolean) {
  const each = {
    reschedule: useSheet('visit-reschedule'),
    cancel: useSheet('visit-cancel'),
    hold: useSheet('visit-hold'),
    place: useSheet('visit-place'),
    paid: useSheet('visit-paid'),
  }
  const names = ['reschedule', 'cancel', 'hold', 'place', 'paid'] as const
  const now = names.find((name) => each[name].opened) ?? null
  // While the sheet closes, what was in it stays.
  const [shown, setShown] = useState<StepName | null>(now)
  if (opened && shown !== now) setShown(now)
  return {
    now: opened ? now : shown,
    go: (name: StepName) => each[name].show(true),
    back: () => now && each[now].hide(),
  }
}
export type AppointmentSteps = ReturnType<typeof useAppointmentSteps>

export function useStepTitle(step: StepName | null, visit: Visit | null): string {
  const words = useWords(appointmentWords)
  const { cancelTitle } = useWords(visitWords)
  if (!visit || !step) return words.title
  if (step === 'hold') return words[holdTitle(visit)]
  if (step === 'place') return moveTitle([visit])
  if (step === 'paid') return words.markPaid
  return step === 'cancel' ? cancelTitle : words.reschedule
}

type StepProps = {
  step: StepName
  visit: Visit
  calendar: Calendar
  place?: Place
  request?: CustomerRequest | null | undefined
  /** Leads to the appointment. */
  onClose: () => void
  onDone: () => void
}

export function AppointmentStep({ step, place = 'dialog', ...props }: StepProps) {
  const words = useWords(appointmentWords)
  const { calendar, request, onClose } = props
  const visit = useVisitNow(props.visit)
  const onDone = useWhileHere(props.onDone)
  const rest = { visit, onClose, onDone }
  if (step === 'reschedule')
    return <RescheduleForm {...rest} {...{ calendar, place, request }} away={words.back} />
  if (step === 'hold')
    return <HoldForm {...rest} request={request?.action === 'reschedule' ? request : null} />
  if (step === 'place') return <PlaceForm visits={[visit]} onClose={onClose} onDone={onDone} />
  if (step === 'paid' && visit.invoice_id)
    return (
      <Suspense>
        <MarkPaidStep invoice_id={visit.invoice_id} onDone={onClose} />
      </Suspense>
    )
  return <CancelQuestion {...rest} {...{ place, request }} />
}
