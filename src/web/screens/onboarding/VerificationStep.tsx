import { Button, Text, ThemeIcon } from '@mantine/core'
import { Banknote, IdCard, Landmark } from 'lucide-react'
import { useRef } from 'react'
import { toast } from '../../ui/toast.tsx'
import { StepForm } from '../../wizard/StepForm.tsx'
import { useAccept } from './record.ts'
import css from './wizard.module.css'
import type { StepProps } from './Wizard.tsx'

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
