import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { estimateProblem } from '../../../domain/onboarding.ts'
import { StepForm } from '../../wizard/StepForm.tsx'
import { FeePreview } from '../../organization/FeePreview.tsx'
import { useAccept } from './record.ts'
import type { StepProps } from './Wizard.tsx'

export function CustomersStep({ code, record, done, back }: StepProps) {
  const accept = useAccept(code)
  const [typed, setTyped] = useState(String(record.prefill.estimated_customers ?? ''))
  const [error, setError] = useState<string | null>(null)
  const wrong = estimateProblem(typed)
  return (
    <StepForm
      title="About your customers"
      about="A rough number is fine. It only shows what Fieldhive would cost; the bill counts the people who actually use it."
      failure="Could not save estimate"
      back={back}
      save={async () => {
        setError(wrong)
        if (wrong) return false
        await accept({ step: 'org_stub', estimated_customers: Number(typed) })
        return true
      }}
      saved={done}
    >
      <TextInput
        label="Estimated customers"
        inputMode="numeric"
        size="md"
        maw={220}
        value={typed}
        error={error}
        onChange={(event) => {
          setTyped(event.currentTarget.value.replace(/[^\d-]/g, '').slice(0, 7))
          setError(null)
        }}
      />
      <FeePreview users={wrong ? 1 : Number(typed)} />
    </StepForm>
  )
}
