import { Alert, Anchor, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { api, errorText } from '../client.ts'
import { Notice } from '../ui/Notice.tsx'
import { loadProvider } from './provider.ts'
import { FieldBars } from './FieldBars.tsx'
import { FormProblem } from '../ui/FormProblem.tsx'

const ProviderForm = lazy(() => import('./ProviderForm.tsx'))

export type SavedCard = {
  payment_method_id: string | null
  pending_verification: boolean
  invoice_email: boolean
}
/** What the provider has confirmed; `verify_url` is its page for the deposits it sends to a bank account. */
type Confirmed = { id: string; method: string | null; verify_url: string | null }
type Setup = { client_secret: string; setup_intent_id: string; stripe: Stripe }
/** What did not come about: the provider's permission to add a method, or its form. */
type Step = 'start' | 'form'
type State =
  | { kind: 'initializing' }
  | { kind: 'ready'; setup: Setup }
  | { kind: 'error'; at: Step; detail: string | null }
  | { kind: 'saved'; card: SavedCard; verify_url: string | null }

type Props = {
  organization: string | null
  /** The method is kept; whatever is to happen with it goes here. The form says 'Card saved' meanwhile. */
  onSaved: (card: SavedCard) => unknown
  /** Shown once the card is saved. */
  onContinue?: () => void
  /** Beside the save button, for going on without a card. */
  aside?: ReactNode
  /** The e-mail choice is asked at sign-up only. */
  asksForInvoiceEmail?: boolean
  /** On a page of its own, where nothing else says whom to ask. */
  namesSupport?: boolean
  /** What is said where it does not come about. */
  lostTexts?: Record<Step, string>
  children?: ReactNode
}

const saveLabel = 'Save card'
const notInitialized: Record<Step, string> = {
  start: 'Failed to initialize payment form.',
  form: 'Failed to initialize payment form.',
}

/** Saves a card or bank account for later payments. */
export function CardForm(props: Props) {
  const [attempt, setAttempt] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <Attempt
      key={attempt}
      {...props}
      problem={problem}
      again={(text) => {
        setProblem(text)
        setAttempt((n) => n + 1)
      }}
    />
  )
}

type AttemptProps = Props & {
  /** Why the attempt before this one came to nothing. */
  problem: string | null
  again: (problem: string | null) => void
}

function Attempt({
  organization,
  onSaved,
  onContinue,
  aside,
  asksForInvoiceEmail = false,
  namesSupport = false,
  lostTexts = notInitialized,
  children,
  problem,
  again,
}: AttemptProps) {
  const [state, setState] = useState<State>({ kind: 'initializing' })
  const [invoiceEmail, setInvoiceEmail] = useState(true)
  const confirmed = useRef<Confirmed | null>(null)

  /** The server reads the provider's answer itself; false when it did not keep the method. */
  const keep = async ({ id, method, verify_url }: Confirmed): Promise<boolean> => {
    const answer = await api['POST /api/users/billing/saved']({ body: { setup_intent_id: id } })
    if (!answer.saved) {
      again(answer.message ?? 'Failed to save card.')
      return false
    }
    const card = {
      payment_method_id: method,
      pending_verification: answer.pending_verification,
      invoice_email: invoiceEmail,
    }
    setState({ kind: 'saved', card, verify_url })
    await onSaved(card)
    return true
  }
  const latestKeep = useRef(keep)
  useEffect(() => {
    latestKeep.current = keep
  })

  useEffect(() => {
    let isOver = false
    let at: Step = 'start'
    const begin = async () => {
      const returned = takeReturnedSetup()
      if (returned) {
        await latestKeep.current({ id: returned, method: null, verify_url: null })
        return
      }
      const intent = await api['POST /api/users/billing/setup-intent']({
        body: {},
        timeout_ms: 8000,
      })
      if (!intent.client_secret) throw new Error(JSON.stringify(intent).slice(0, 200))
      at = 'form'
      const stripe = await loadProvider(intent)
      if (!isOver) setState({ kind: 'ready', setup: { ...intent, stripe } })
    }
    begin().catch(
      (error: unknown) => isOver || setState({ kind: 'error', at, detail: errorText(error) }),
    )
    return () => {
      isOver = true
    }
  }, [])

  const confirm = async (stripe: Stripe, elements: StripeElements): Promise<string | null> => {
    // Once the provider has said yes, only our own note of it is repeated.
    if (!confirmed.current) {
      const { error, setupIntent } = await stripe.confirmSetup({
        elements,
        redirect: 'if_required',
        confirmParams: { return_url: location.href },
      })
      if (error)
        return (
          error.message ??
          (error.type === 'validation_error'
            ? 'Please check your card details.'
            : 'Failed to save card.')
        )
      if (!['succeeded', 'requires_action', 'processing'].includes(setupIntent.status))
        return `Unexpected status: ${setupIntent.status}`
      const method = setupIntent.payment_method
      confirmed.current = {
        id: setupIntent.id,
        method: typeof method === 'string' ? method : (method?.id ?? null),
        verify_url:
          setupIntent.next_action?.verify_with_microdeposits?.hosted_verification_url ?? null,
      }
    }
    await keep(confirmed.current)
    return null
  }

  if (state.kind === 'saved')
    return (
      <Saved
        pending={state.card.pending_verification}
        verify_url={state.verify_url}
        onContinue={onContinue}
      />
    )
  if (state.kind === 'error') {
    return (
      <Lost text={lostTexts[state.at]} detail={state.detail} retry={() => again(null)}>
        {aside}
      </Lost>
    )
  }
  return (
    <Stack gap="md">
      <BillingWarning organization={organization} />
      <FormProblem text={problem} />
      {state.kind === 'initializing' ? (
        <>
          <FieldBars />
          <Group justify={aside ? 'space-between' : 'flex-end'}>
            {aside}
            <Button size="md" disabled>
              {saveLabel}
            </Button>
          </Group>
        </>
      ) : (
        <Suspense fallback={<FieldBars />}>
          <ProviderForm
            stripe={state.setup.stripe}
            client_secret={state.setup.client_secret}
            button={saveLabel}
            busyButton="Saving…"
            failure="Failed to save card."
            confirm={confirm}
            onLost={(detail) => setState({ kind: 'error', at: 'form', detail })}
            aside={aside}
          >
            {asksForInvoiceEmail && (
              <Checkbox
                size="md"
                label="Email me my invoices"
                checked={invoiceEmail}
                onChange={(event) => setInvoiceEmail(event.currentTarget.checked)}
              />
            )}
            {children}
          </ProviderForm>
        </Suspense>
      )}
      {namesSupport && (
        <Text fz="sm" c="dimmed">
          Trouble with the form? <SupportLink />
        </Text>
      )}
    </Stack>
  )
}

const SupportLink = () => (
  <Anchor href="/support" underline="always" inherit display="inline-block" py={10}>
    Contact support
  </Anchor>
)

/** A bank that wants its own page first sends people back here with the setup in the address. */
function takeReturnedSetup(): string | null {
  const url = new URL(location.href)
  const id = url.searchParams.get('setup_intent')
  if (!id) return null
  for (const name of ['setup_intent', 'setup_intent_client_secret', 'redirect_status'])
    url.searchParams.delete(name)
  history.replaceState(history.state, '', url)
  return id
}

function Saved({
  pending,
  verify_url,
  onContinue,
}: {
  pending: boolean
  verify_url: string | null
  onContinue: (() => void) | undefined
}) {
  return (
    <Stack gap="md" component="output">
      <Group gap="sm" wrap="nowrap">
        <CircleCheck size={26} color="var(--mantine-color-anchor)" aria-hidden />
        <Text fw={650} fz="lg">
          Card saved
        </Text>
      </Group>
      {pending && (
        <Text>
          Your bank account is being verified and cannot be charged before that is done.{' '}
          {verify_url && (
            <>
              Two small deposits arrive within two business days.{' '}
              <Anchor href={verify_url} target="_blank" rel="noreferrer" underline="always" inherit>
                Confirm their amounts
              </Anchor>{' '}
              once you see them.
            </>
          )}
        </Text>
      )}
      {onContinue && (
        <Button size="md" onClick={onContinue} fullWidth>
          Continue
        </Button>
      )}
    </Stack>
  )
}

function Lost({
  text,
  detail,
  retry,
  children,
}: {
  text: string
  detail: string | null
  retry: () => void
  children: ReactNode
}) {
  return (
    <Stack gap="md">
      <Alert
        color="red"
        variant="light"
        icon={<TriangleAlert size={20} aria-hidden />}
        title={text}
        role="alert"
      >
        {detail}
      </Alert>
      <Group justify="space-between">
        {children ?? <span />}
        <Button size="md" onClick={retry}>
          Retry
        </Button>
      </Group>
      <Text>
        <SupportLink />
      </Text>
    </Stack>
  )
}

/** The organization's own account is not complete: worth saying, no reason to stop. */
function BillingWarning({ organization }: { organization: string | null }) {
  const { data } = useQuery({
    ...api['GET /api/users/billing/status'].query({ timeout_ms: 5000 }),
    retry: false,
  })
  if (!data?.hasAccount) return null
  const who = organization ?? 'This business'
  if (!data.canCollect) {
    return <Notice>{who} has not finished setting up payments. You can still add a card.</Notice>
  }
  if (!data.disabled_reason) return null
  return (
    <Notice>
      Payouts to {who} are not fully active yet ({data.disabled_reason.replaceAll(/[._]/g, ' ')}).
      You can still add a card.
    </Notice>
  )
}
