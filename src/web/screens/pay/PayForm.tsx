import { Alert, Button, Stack, Text } from '@mantine/core'
import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { PayPage } from '../../../api/pay-page.ts'
import { formatCents } from '../../../domain/money.ts'
import { api, ApiError, errorText } from '../../client.ts'
import { Failure } from '../../ui/Page.tsx'
import { FieldBars } from '../../money/FieldBars.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { loadProvider } from '../../money/provider.ts'
import { useWords } from '../../words.ts'
import { payWords } from './words.ts'

const ProviderForm = lazy(() => import('../../money/ProviderForm.tsx'))

type Props = {
  token: string
  page: PayPage
  /** Why the last payment did not work. */
  problem: string | null
  /** Asks the server what came of it; the sentence to show when that is nothing good. */
  settle: () => Promise<string | null>
  reload: () => unknown
}
type State =
  | { kind: 'initializing' }
  | { kind: 'ready'; client_secret: string; amount_cents: number; stripe: Stripe }
  | { kind: 'error'; detail: string }

/** Pays the invoice's one payment: a card that was refused can be replaced and tried again on the same one. */
export function PayForm(props: Props) {
  const { balance_cents } = props.page.invoice
  const [opened] = useState(balance_cents)
  const [attempt, setAttempt] = useState(0)
  const [isOutdated, setOutdated] = useState(false)
  const again = () => setAttempt((n) => n + 1)
  const outdated = () => {
    setOutdated(true)
    again()
  }
  // Another amount is another payment: what was begun for the old one can take no money any more.
  return (
    <Attempt
      key={`${attempt}:${balance_cents}`}
      {...props}
      changed={isOutdated || balance_cents !== opened}
      again={again}
      outdated={outdated}
    />
  )
}

function Attempt({
  token,
  page,
  problem,
  settle,
  reload,
  changed,
  again,
  outdated,
}: Props & { changed: boolean; again: () => void; outdated: () => void }) {
  const words = useWords(payWords)
  const [state, setState] = useState<State>({ kind: 'initializing' })
  const [refused, setRefused] = useState(problem)
  const { publishable_key, script_url, account_id } = page

  useEffect(() => {
    let isOver = false
    const begin = async () => {
      const [intent, stripe] = await Promise.all([
        api['POST /api/public/pay/{token}/intent']({
          params: { token },
          body: {},
          timeout_ms: 8000,
        }),
        loadProvider({ publishable_key, script_url, account_id }),
      ])
      if (!isOver)
        setState({
          kind: 'ready',
          client_secret: intent.client_secret,
          amount_cents: intent.amount_cents,
          stripe,
        })
    }
    begin().catch((error: unknown) => {
      if (isOver) return
      setState({ kind: 'error', detail: errorText(error) })
      // Paid, voided or begun elsewhere meanwhile: the page above says which.
      if (error instanceof ApiError && error.status === 409) void reload()
    })
    return () => {
      isOver = true
    }
    // The page's own repeats bring new objects with the same keys; the intent is asked for once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [token, publishable_key, script_url, account_id])

  if (state.kind === 'error') {
    return (
      <Stack gap="sm">
        <Failure text={words.formFailed} retry={again} />
        <Text>{state.detail}</Text>
      </Stack>
    )
  }
  const confirm = async (stripe: Stripe, elements: StripeElements): Promise<string | null> => {
    setRefused(null)
    const { error } = await stripe.confirmPayment({
      elements,
      redirect: 'if_required',
      confirmParams: { return_url: location.origin + location.pathname },
    })
    // The server reads the payment itself, after a refusal too: the office should see the refusal at once.
    const answer = settle()
    if (!error) return answer
    answer.catch(() => {})
    // Paid, voided or changed elsewhere since the form was opened: the page above shows which, and the balance is refetched.
    if (error.code === 'payment_intent_unexpected_state') {
      await answer
      outdated()
      return null
    }
    if (error.type === 'card_error')
      return `${error.message ?? words.cardRefused} ${words.tryOther}`
    return error.message ?? (error.type === 'validation_error' ? words.checkCard : words.notThrough)
  }
  return (
    <Stack gap="md">
      {changed && <Notice title={words.changed}>{words.changedText}</Notice>}
      {refused && !changed && (
        <Alert color="red" variant="light" role="alert" title={words.notThroughTitle}>
          {refused} {words.tryOther}
        </Alert>
      )}
      {state.kind === 'initializing' ? (
        <>
          <FieldBars />
          <Button size="lg" fullWidth disabled>
            {words.pay(formatCents(page.invoice.balance_cents))}
          </Button>
        </>
      ) : (
        <Suspense fallback={<FieldBars />}>
          <ProviderForm
            stripe={state.stripe}
            client_secret={state.client_secret}
            button={words.pay(formatCents(state.amount_cents))}
            busyButton={words.paying}
            failure={words.notConfirmed}
            confirm={confirm}
            onLost={(detail) => setState({ kind: 'error', detail })}
            fullWidth
          />
        </Suspense>
      )}
    </Stack>
  )
}
