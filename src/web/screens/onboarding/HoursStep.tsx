import { useState } from 'react'
import {
  defaultOpening,
  hoursForOnboarding,
  hoursProblems,
  noHours,
  readHours,
  type BusinessHours,
} from '../../../domain/hours.ts'
import { StepForm } from '../../wizard/StepForm.tsx'
import { HoursEditor } from '../../organization/HoursEditor.tsx'
import { useAccept } from './record.ts'
import type { StepProps } from './Wizard.tsx'

/** Most businesses work Monday to Friday, so that is the default. */
const usualWeek = (): BusinessHours =>
  noHours().map((day) =>
    day.weekday >= 1 && day.weekday <= 5 ? { ...day, ...defaultOpening, is_closed: false } : day,
  )

export function HoursStep({ code, record, done, back }: StepProps) {
  const accept = useAccept(code)
  const [hours, setHours] = useState(() =>
    record.prefill.business_hours ? readHours(record.prefill.business_hours) : usualWeek(),
  )
  const [strict, setStrict] = useState(false)
  return (
    <StepForm
      title="Business hours"
      about="Customers choose from the days you are open; the schedule offers times within these hours."
      failure="Could not save hours"
      back={back}
      save={async () => {
        setStrict(true)
        if (hoursProblems(hours).length > 0) return false
        await accept({ step: 'hours', business_hours: hoursForOnboarding(hours) })
        return true
      }}
      saved={done}
    >
      <HoursEditor hours={hours} onChange={setHours} strict={strict} />
    </StepForm>
  )
}
