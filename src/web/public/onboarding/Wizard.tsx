import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, lazyRouteComponent, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import {
  stepAfter,
  stepBefore,
  type OnboardingRecord,
  type OnboardingStep,
} from '../../../domain/base/onboarding.ts'
import { ahead } from '../../app/online.ts'
import { currentUser, signIn } from '../../app/auth.ts'
import { errorText } from '../../app/client.ts'
import { Bars } from '../../ui/Page.tsx'
import { toast } from '../../ui/toast.tsx'
import { AddressStep, CompanyStep, PhoneStep } from './CompanySteps.tsx'
import { recordQuery, shownStep, type StepProps } from './record.ts'
import { WizardFrame } from './WizardFrame.tsx'

const later = () => import('./LaterSteps.tsx')
const VerificationStep = lazyRouteComponent(later, 'VerificationStep')
const HoursStep = lazyRouteComponent(later, 'HoursStep')
const CustomersStep = lazyRouteComponent(later, 'CustomersStep')
const BillingStep = lazyRouteComponent(later, 'BillingStep')

const route = getRouteApi('/public/admin/owner-onboard/$code')

/** An owner sets up a business: seven steps, each saved before the next. */
export default function Wizard() {
  const { code } = route.useParams()
  const router = useRouter()
  const signedIn = useQuery({
    queryKey: ['signed_in'],
    // Some providers send no address; the person is signed in anyway.
    queryFn: async () => {
      const user = await currentUser()
      return user && { email: user.profile.email ?? null }
    },
    staleTime: Infinity,
    retry: false,
  })
  const record = useQuery({ ...recordQuery(code), enabled: !signedIn.isPending })

  useEffect(() => {
    if (!record.error) return
    toast.problem(errorText(record.error, 'Failed to load onboarding link'))
    void router.navigate({ href: '/app', replace: true })
  }, [record.error, router])

  if (!record.data) {
    return (
      <WizardFrame step={null}>
        <Bars rows={2} />
      </WizardFrame>
    )
  }
  if (!signedIn.data) return <SignInFirst code={code} sentTo={record.data.invited_email} />
  // The server shows the full address only to the person it was created for.
  if (record.data.invited_email?.includes('•'))
    return <OtherPerson code={code} sentTo={record.data.invited_email} here={signedIn.data.email} />
  return <Steps code={code} record={record.data} />
}

function Steps({ code, record }: { code: string; record: OnboardingRecord }) {
  const { step: wanted } = route.useSearch()
  const navigate = route.useNavigate()
  const step = shownStep(wanted, record.step)
  // Load later steps while the first is being read.
  useEffect(() => void ahead(later), [])
  const go = (next: OnboardingStep) => void navigate({ search: { step: next } })
  const before = stepBefore(step)
  const props: StepProps = {
    code,
    record,
    done: () => go(stepAfter(step) ?? step),
    ...(before ? { back: () => go(before) } : {}),
  }
  return (
    <WizardFrame step={step} reached={record.step} company={record.prefill.org_name} go={go}>
      <Suspense fallback={<Bars rows={2} />}>
        <Step key={step} step={step} {...props} />
      </Suspense>
    </WizardFrame>
  )
}

function Step({ step, ...props }: StepProps & { step: OnboardingStep }) {
  switch (step) {
    case 'org_name':
      return <CompanyStep {...props} />
    case 'phone':
      return <PhoneStep {...props} />
    case 'address':
      return <AddressStep {...props} />
    case 'kyc':
      return <VerificationStep {...props} />
    case 'hours':
      return <HoursStep {...props} />
    case 'org_stub':
      return <CustomersStep {...props} />
    case 'billing':
      return <BillingStep {...props} />
  }
}

const pathOf = (code: string): string => `/admin/owner-onboard/${encodeURIComponent(code)}`

function SignInFirst({ code, sentTo }: { code: string; sentTo: string | null }) {
  const leave = (screen: 'signup' | 'login') =>
    void signIn({ next: pathOf(code), screen, flow: 'invite' }).catch((error: unknown) =>
      toast.failed(error, 'Login failed.'),
    )
  return (
    <WizardFrame step={null}>
      <Stack>
        <Title order={2} fz="h3">
          Welcome! Let’s set up your business.
        </Title>
        <Text c="dimmed">
          It takes about five minutes, and you can stop and come back at any time.
          {sentTo && ` This link was created for ${sentTo}: use that address to sign in.`}
        </Text>
        <Group>
          <Button size="md" onClick={() => leave('signup')}>
            Create your account
          </Button>
          <Button size="md" variant="default" onClick={() => leave('login')}>
            Log in
          </Button>
        </Group>
      </Stack>
    </WizardFrame>
  )
}

function OtherPerson({
  code,
  sentTo,
  here,
}: {
  code: string
  sentTo: string
  here: string | null
}) {
  return (
    <WizardFrame step={null}>
      <Stack>
        <Alert color="honey" variant="light" title={`This link was created for ${sentTo}`}>
          {here ? `You are signed in as ${here}.` : 'You are signed in with another account.'} Go on
          with the address it was sent to.
        </Alert>
        <Text>
          Or{' '}
          <Anchor href="/admin/owner-onboard" underline="always">
            set up a business of your own
          </Anchor>{' '}
          with the address you are signed in with.
        </Text>
        <Group>
          <Button
            variant="default"
            onClick={() => void signIn({ next: pathOf(code), flow: 'invite', shows_form: true })}
          >
            Use another account
          </Button>
        </Group>
      </Stack>
    </WizardFrame>
  )
}
