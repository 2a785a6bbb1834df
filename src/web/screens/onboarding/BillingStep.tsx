import { useRouter } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { trialDays } from '../../../domain/platform.ts'
import { clearFlow } from '../../auth.ts'
import { api } from '../../client.ts'
import { meQuery, useMaybeMe } from '../../me.ts'
import { BillingPanel } from '../../organization/BillingPanel.tsx'
import { finishLater } from '../../wizard/finish-later.ts'
import { StepForm } from '../../wizard/StepForm.tsx'
import type { StepProps } from './Wizard.tsx'

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
