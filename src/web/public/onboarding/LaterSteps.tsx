import { Button, Text, ThemeIcon, TextInput } from '@mantine/core'
import { Banknote, IdCard, Landmark } from 'lucide-react'
import { useRef, useState } from 'react'
import { toast } from '../../ui/toast.tsx'
import { StepForm } from '../../shared/wizard/StepForm.tsx'
import { useAccept, type StepProps } from './record.ts'
import css from './wizard.module.css'
import {
  defaultOpening,
  hoursForOnboarding,
  hoursProblems,
  noHours,
  readHours,
  type BusinessHours,
} from '../../../domain/base/hours.ts'
import { HoursEditor } from '../../shared/organization/HoursEditor.tsx'
import { estimateProblem } from '../../../domain/base/onboarding.ts'
import { FeePreview } from '../../shared/organization/FeePreview.tsx'
import { useRouter } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { trialDays } from '../../../domain/money/platform.ts'
import { clearFlow } from '../../app/sign-in-journey.ts'
import { api } from '../../app/client.ts'
import { meQuery, useMaybeMe } from '../../app/me.ts'
import { BillingPanel } from '../../shared/organization/BillingPanel.tsx'
import { finishLater } from '../../shared/wizard/finish-later.ts'

const wanted = [
  {
    icon: IdCard,
    text: 'Your legal name, date of birth and the last digits of your Social Security number',
  },
  { icon: Landmark, text: 'The business: legal form, address and tax number, if it has one' },
  { icon: Banknote, text: 'The bank account your payouts go to' },
]

/** Sends the owner to the payment provider; they return to the hours step. */
export function VerificationStep({ code, done, back }: StepProps) {
  const accept = useAccept(code)
  const leaving = useRef(false)
  return (
    <StepForm
      title="Verification"
      about="Before you can take cards and bank payments, our payment provider Stripe has to verify who you are. This opens on a separate page and takes about five minutes."
      failure="Failed to start Stripe onboarding"
      button="Continue to Stripe"
      busyButton="Opening Stripe…"
      back={back}
      aside={
        <Button type="button" variant="subtle" size="md" fullWidth onClick={done}>
          Skip for now
        </Button>
      }
      save={async () => {
        const return_url = `${location.origin}/admin/owner-onboard/${encodeURIComponent(code)}?step=hours`
        const { stripe_onboarding_url } = await accept({ step: 'kyc', return_url })
        leaving.current = stripe_onboarding_url !== null
        if (stripe_onboarding_url) location.assign(stripe_onboarding_url)
        else toast.note('Stripe onboarding link not returned; you can continue.', 'onboarding')
      }}
      saved={() => {
        if (!leaving.current) done()
      }}
    >
      <ul className={css.asked}>
        {wanted.map(({ icon: Icon, text }) => (
          <li key={text}>
            <ThemeIcon variant="light" size="lg" radius="md">
              <Icon size={18} aria-hidden />
            </ThemeIcon>
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <Text c="dimmed" fz="sm">
        We never see these documents; Stripe only lets us know when you can be paid.
      </Text>
    </StepForm>
  )
}

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

/** The last step. Paying can wait: the trial needs no card. */
export function BillingStep({ code, back }: StepProps) {
  const me = useMaybeMe(true)
  const router = useRouter()
  const cache = useQueryClient()
  const finish = async () => {
    const done = await api['POST /api/public/owner-onboard/{code}/complete'].safe({
      params: { code },
      body: { completed: true },
    })
    // The business is usable either way; anything left is shown on the dashboard.
    const isDone =
      done.ok ||
      (
        await api['POST /api/public/owner-onboard/{code}/accept'].safe({
          params: { code },
          body: { completed: true },
        })
      ).ok
    if (!isDone) finishLater(code)
    clearFlow()
    await cache.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => undefined)
  }
  return (
    <StepForm
      title="Billing"
      about={`Your first ${trialDays} days are free and need no card. You can add one here or later, in Settings, under Billing.`}
      failure="Could not finish the setup"
      button="Finish"
      busyButton="Finishing…"
      back={back}
      save={finish}
      saved={() => void router.navigate({ href: '/app', replace: true })}
    >
      {me && <BillingPanel isOwner={me.roles.includes('owner')} />}
    </StepForm>
  )
}
