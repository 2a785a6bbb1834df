import { phoneProblem } from '../../../domain/base/phone.ts'
import { Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addressProblems, phoneText } from '../../../domain/base/contact.ts'
import {
  companyProblem,
  defaultIndustry,
  industries,
  presetServices,
  type Industry,
} from '../../../domain/base/onboarding.ts'
import { AddressFields, type AddressText } from '../../ui/AddressFields.tsx'
import type { FormErrors } from '../../ui/FormProblem.tsx'
import { meQuery } from '../../app/me.ts'
import choice from '../../shared/wizard/choice.module.css'
import { StepForm } from '../../shared/wizard/StepForm.tsx'
import { useAccept, type StepProps } from './record.ts'
import css from './wizard.module.css'

export function CompanyStep({ code, record, done }: StepProps) {
  const accept = useAccept(code)
  const cache = useQueryClient()
  const [name, setName] = useState(record.prefill.org_name)
  const [industry, setIndustry] = useState<Industry>(record.prefill.industry ?? defaultIndustry)
  const [error, setError] = useState<string | null>(null)
  const presets = presetServices[industry]
  return (
    <StepForm
      title="Company"
      about="The name your customers know you by."
      failure="Could not save your company"
      save={async () => {
        const wrong = companyProblem(name)
        setError(wrong)
        if (wrong) return false
        await accept({ step: 'org_name', organization_name: name.trim(), industry })
        // The first save makes this person an owner, so the guard needs the new profile.
        await cache.invalidateQueries({ queryKey: meQuery.queryKey })
        return true
      }}
      saved={done}
    >
      <TextInput
        label="Company"
        autoComplete="organization"
        size="md"
        value={name}
        error={error}
        onChange={(event) => {
          setName(event.currentTarget.value)
          setError(null)
        }}
      />
      <Radio.Group
        label="Industry"
        size="md"
        value={industry}
        onChange={(next) => setIndustry(next)}
      >
        <div className={css.industries}>
          {industries.map((one) => (
            <Radio.Card key={one} value={one} className={choice.choice} aria-label={one}>
              <Group gap="xs" wrap="nowrap">
                <Radio.Indicator />
                <Text fw={550}>{one}</Text>
              </Group>
            </Radio.Card>
          ))}
        </div>
      </Radio.Group>
      <Text c="dimmed" fz="sm" mih={42} component="output" display="block">
        {presets.length > 0
          ? `We will suggest services to start with: ${presets.join(', ')}.`
          : 'You can add your own services after setup.'}
      </Text>
    </StepForm>
  )
}

export function PhoneStep({ code, record, done, back }: StepProps) {
  const accept = useAccept(code)
  const [phone, setPhone] = useState(phoneText(record.prefill.phone_number ?? ''))
  const [error, setError] = useState<string | null>(null)
  return (
    <StepForm
      title="Phone"
      about="Customers see it on invoices and in messages."
      failure="Could not save phone"
      back={back}
      save={async () => {
        const problem = phoneProblem(phone)
        setError(problem)
        if (problem) return false
        await accept({ step: 'phone', phone_number: phone.trim() })
        return true
      }}
      saved={done}
    >
      <TextInput
        label="Phone"
        type="tel"
        autoComplete="tel"
        size="md"
        value={phone}
        error={error}
        onChange={(event) => {
          setPhone(event.currentTarget.value)
          setError(null)
        }}
      />
    </StepForm>
  )
}

export function AddressStep({ code, record, done, back }: StepProps) {
  const accept = useAccept(code)
  const { street, city, state, zip } = record.prefill
  const [values, setValues] = useState<AddressText>({
    street: street ?? '',
    city: city ?? '',
    state: state ?? '',
    zip: zip ?? '',
  })
  const [errors, setErrors] = useState<FormErrors>({})
  const set = (change: Partial<AddressText>) => {
    setValues((before) => ({ ...before, ...change }))
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !(name in change))),
    )
  }
  return (
    <StepForm
      title="Address"
      about="Where the business is. We get your time zone from the ZIP."
      failure="Could not save address"
      back={back}
      save={async () => {
        const wrong = addressProblems(values)
        setErrors(wrong)
        if (Object.keys(wrong).length > 0) return false
        await accept({ step: 'address', ...values })
        return true
      }}
      saved={done}
    >
      <Stack gap="sm">
        <AddressFields values={values} errors={errors} set={set} size="md" autoFill />
      </Stack>
    </StepForm>
  )
}
