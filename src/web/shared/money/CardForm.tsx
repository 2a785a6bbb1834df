import { Alert, Anchor, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { api, errorText } from '../../app/client.ts'
import { spoken, useWords, wordsNow } from '../../app/words.ts'
import { Notice } from '../../ui/Notice.tsx'
import { loadProvider } from './provider.ts'
import {
  beginWork,
  billingWarning,
  confirmedOf,
  returnedSetup,
  type Confirmed,
  type Setup,
} from './setup.ts'
import { FieldBars } from './FieldBars.tsx'
import { uiWords } from '../../../words/en/ui.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { moneyWords } from '../../../words/en/money.ts'

const ProviderForm = lazy(() => import('./ProviderForm.tsx'))

export type SavedCard = {
  payment_method_id: string | null
  pending_verification: boolean
  invoice_email: boolean
}
/** What failed: the provider's permission to add a method, or its form. */
type Step = 'start' | 'form'
type State =
  | { kind: 'initializing' }
  | { kind: 'ready'; setup: Setup }
  | { kind: 'error'; at: Step; detail: string | null }
  | { kind: 'saved'; card: SavedCard; verify_url: string | null }

type Props = {
  organization: string | null
  /** Called once the method is saved; the form shows 'Card saved' meanwhile. */
  onSaved: (card: SavedCard) => unknown
  /** Shown once the card is saved. */
  onContinue?: () => void
  /** Next to the save button, for continuing without a card. */
  aside?: ReactNode
  /** Sign-up only: asks where invoices should be e-mailed. */
  asksForInvoiceEmail?: boolean
  /** For a page of its own, where nothing else says who to contact. */
  namesSupport?: boolean
  /** Shown on failure. */
  lostTexts?: Record<Step, string>
  children?: ReactNode
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
  /** Why the previous attempt failed. */
  problem: string | null
  again: (problem: string | null) => void
}

function Attempt(props: AttemptProps) {
  const words = useWords(moneyWords)
  const { organization, onContinue, aside, lostTexts, problem, again } = props
  const [invoiceEmail, setInvoiceEmail] = useState(true)
  const { state, confirm, lose } = useSaving(props, invoiceEmail)
  if (state.kind === 'saved') return <Saved {...state} onContinue={onContinue} />
  if (state.kind === 'error') {
    return (
      <Lost
        text={lostTexts?.[state.at] ?? words.formFailed}
        detail={state.detail}
        retry={() => again(null)}
      >
        {aside}
      </Lost>
    )
  }
  return (
    <Stack gap="md">
      <BillingWarning organization={organization} />
      <FormProblem text={problem} />
      {state.kind === 'initializing' ? (
        <Waiting aside={aside} />
      ) : (
        <Suspense fallback={<FieldBars />}>
          <ProviderForm
            {...state.setup}
            button={words.saveCard}
            busyButton={words.saving}
            failure={words.cardNotSaved}
            confirm={confirm}
            onLost={lose}
            aside={aside}
          >
            {props.asksForInvoiceEmail && (
              <Checkbox
                size="md"
                label={words.emailInvoices}
                checked={invoiceEmail}
                onChange={(event) => setInvoiceEmail(event.currentTarget.checked)}
              />
            )}
            {props.children}
          </ProviderForm>
        </Suspense>
      )}
      {props.namesSupport && (
        <Text fz="sm" c="dimmed">
          {words.formTrouble} <SupportLink />
        </Text>
      )}
    </Stack>
  )
}

/** From the provider's permission to the saved method. */
function useSaving({ again, onSaved }: AttemptProps, invoice_email: boolean) {
  const [state, setState] = useState<State>({ kind: 'initializing' })
  const confirmed = useRef<Confirmed | null>(null)
  const keep = async (made: Confirmed): Promise<void> => {
    const kept = await keepMethod(made)
    if (typeof kept === 'string') return again(kept)
    const card = { ...kept, invoice_email }
    setState({ kind: 'saved', card, verify_url: made.verify_url })
    await onSaved(card)
  }
  const latestKeep = useRef(keep)
  useEffect(() => {
    latestKeep.current = keep
  })
  useEffect(() => {
    let at: Step = 'start'
    const begin = async () => {
      const id = takeReturnedSetup()
      if (!id) return startSetup(() => (at = 'form'))
      await latestKeep.current({ setup_intent_id: id, payment_method_id: null, verify_url: null })
      return null
    }
    return beginWork(
      begin,
      (setup) => setup && setState({ kind: 'ready', setup }),
      (error) => setState({ kind: 'error', at, detail: errorText(error) }),
    )
  }, [])
  const confirm = async (stripe: Stripe, elements: StripeElements): Promise<string | null> => {
    // Once the provider has accepted, only our own save is retried.
    const made = confirmed.current ?? (await confirmCard(stripe, elements))
    if (typeof made === 'string') return made
    confirmed.current = made
    await keep(made)
    return null
  }
  const lose = (detail: string) => setState({ kind: 'error', at: 'form', detail })
  return { state, confirm, lose }
}

function takeReturnedSetup(): string | null {
  const returned = returnedSetup(location.href)
  if (returned) history.replaceState(history.state, '', returned.rest)
  return returned?.id ?? null
}

/** Calls `permitted` once the provider allows adding a method. */
async function startSetup(permitted: () => void): Promise<Setup> {
  const intent = await api['POST /api/users/billing/setup-intent']({ body: {}, timeout_ms: 8000 })
  if (!intent.client_secret) throw new Error(JSON.stringify(intent).slice(0, 200))
  permitted()
  const { client_secret, wallets } = intent
  return { client_secret, wallets, stripe: await loadProvider(intent) }
}

const confirmCard = async (stripe: Stripe, elements: StripeElements) =>
  confirmedOf(
    await stripe.confirmSetup({
      elements,
      redirect: 'if_required',
      confirmParams: { return_url: location.href },
    }),
    { refused: wordsNow(moneyWords).cardNotSaved, incomplete: wordsNow(moneyWords).checkCard },
  )

/**
 * The server reads the provider's result itself; returns a message if it did not save the method.
 */
async function keepMethod({ setup_intent_id, payment_method_id }: Confirmed) {
  const answer = await api['POST /api/users/billing/saved']({ body: { setup_intent_id } })
  return answer.saved
    ? { payment_method_id, pending_verification: answer.pending_verification }
    : answer.message
      ? spoken(answer.message)
      : wordsNow(moneyWords).cardNotSaved
}

/** Shown while the fields load. */
const Waiting = ({ aside }: { aside: ReactNode }) => (
  <>
    <FieldBars />
    <Group justify={aside ? 'space-between' : 'flex-end'}>
      {aside}
      <Button size="md" disabled>
        {useWords(moneyWords).saveCard}
      </Button>
    </Group>
  </>
)

const SupportLink = () => (
  <Anchor href="/support" underline="always" inherit display="inline-block" py={10}>
    {useWords(moneyWords).contactSupport}
  </Anchor>
)

type SavedProps = {
  card: SavedCard
  verify_url: string | null
  onContinue?: (() => void) | undefined
}

function Saved({ card, verify_url, onContinue }: SavedProps) {
  const words = useWords(moneyWords)
  return (
    <Stack gap="md" component="output">
      <Group gap="sm" wrap="nowrap">
        <CircleCheck size={26} color="var(--mantine-color-anchor)" aria-hidden />
        <Text fw={650} fz="lg">
          {words.cardSaved}
        </Text>
      </Group>
      {card.pending_verification && (
        <Text>
          {words.beingVerified}{' '}
          {verify_url && (
            <>
              {words.deposits}{' '}
              <Anchor href={verify_url} target="_blank" rel="noreferrer" underline="always" inherit>
                {words.confirmDeposits}
              </Anchor>{' '}
              {words.onceSeen}
            </>
          )}
        </Text>
      )}
      {onContinue && (
        <Button size="md" onClick={onContinue} fullWidth>
          {words.goOn}
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
  const { retry: again } = useWords(uiWords)
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
          {again}
        </Button>
      </Group>
      <Text>
        <SupportLink />
      </Text>
    </Stack>
  )
}

function BillingWarning({ organization }: { organization: string | null }) {
  const { data } = useQuery({
    ...api['GET /api/users/billing/status'].query({ timeout_ms: 5000 }),
    retry: false,
  })
  const warning = billingWarning(data, organization)
  return warning && <Notice>{warning}</Notice>
}
