import { Alert, Button, Stack, Text } from '@mantine/core'
import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { PayPage } from '../../../api/pay-page.ts'
import { formatCents } from '../../../domain/base/money.ts'
import { api, ApiError, errorText } from '../../app/client.ts'
import { Failure } from '../../ui/Page.tsx'
import { FieldBars } from '../../shared/money/FieldBars.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { loadProvider } from '../../shared/money/provider.ts'
import { useWords, wordsNow } from '../../app/words.ts'
import { TipFields, useTip, type ChosenTip } from './Tip.tsx'
import { payWords } from '../../../words/en/pay.ts'

const ProviderForm = lazy(() => import('../../shared/money/ProviderForm.tsx'))

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
  const tip = useTip(props.page.tip_base_cents, balance_cents)
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
      tip={tip}
      changed={isOutdated || balance_cents !== opened}
      again={again}
      outdated={outdated}
    />
  )
}

/** Why the provider did not take a payment. */
function refusalOf(error: StripeError): string {
  const words = wordsNow(payWords)
  if (error.type === 'card_error') return `${error.message ?? words.cardRefused} ${words.tryOther}`
  return error.message ?? (error.type === 'validation_error' ? words.checkCard : words.notThrough)
}

/** The invoice's payment and the provider's library, once both are there. */
function useBegun(token: string, page: PayPage, reload: () => unknown) {
  const [state, setState] = useState<State>({ kind: 'initializing' })
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
      if (!isOver) setState({ kind: 'ready', ...intent, stripe })
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
  const lose = (detail: string) => setState({ kind: 'error', detail })
  return { state, lose }
}

/**
 * The amount with the tip is set right before it is confirmed, so that what the button says is what
 * is paid. False if something else is due by now.
 */
async function setTip(token: string, page: PayPage, tip_cents: number): Promise<boolean> {
  const { amount_cents } = await api['POST /api/public/pay/{token}/intent']({
    params: { token },
    body: { tip_cents },
    timeout_ms: 8000,
  })
  return amount_cents === page.invoice.balance_cents + tip_cents
}

/**
 * Keeps the payment's amount at what was chosen, one change after the other. It happens ahead of the
 * press, so that a wallet opens with the right amount. Answers false if something else is due by now.
 */
function useTipSet(token: string, page: PayPage) {
  const last = useRef(Promise.resolve(true))
  const known = useRef(0)
  return (elements: StripeElements, tip_cents: number): Promise<boolean> => {
    const set = async () => {
      if (known.current === tip_cents) return true
      known.current = Number.NaN
      const isSame = await setTip(token, page, tip_cents)
      await elements.fetchUpdates()
      if (isSame) known.current = tip_cents
      return isSame
    }
    const setting = last.current.then(set, set)
    last.current = setting
    return setting
  }
}

const Lost = ({ detail, again }: { detail: string; again: () => void }) => (
  <Stack gap="sm">
    <Failure text={useWords(payWords).formFailed} retry={again} />
    <Text>{detail}</Text>
  </Stack>
)

function NotThrough({ why }: { why: string }) {
  const words = useWords(payWords)
  return (
    <Alert color="red" variant="light" role="alert" title={words.notThroughTitle}>
      {why} {words.tryOther}
    </Alert>
  )
}

/** Shown while the fields load. */
const Waiting = ({ cents }: { cents: number }) => (
  <>
    <FieldBars />
    <Button size="lg" fullWidth disabled>
      {useWords(payWords).pay(formatCents(cents))}
    </Button>
  </>
)

function Attempt({
  token,
  page,
  problem,
  settle,
  reload,
  changed,
  again,
  outdated,
  tip,
}: Props & { changed: boolean; again: () => void; outdated: () => void; tip: ChosenTip }) {
  const words = useWords(payWords)
  const { state, lose } = useBegun(token, page, reload)
  const [refused, setRefused] = useState(problem)
  const setTipTo = useTipSet(token, page)

  if (state.kind === 'error') return <Lost detail={state.detail} again={again} />
  const leave = () => {
    outdated()
    return null
  }
  const confirm = async (stripe: Stripe, elements: StripeElements): Promise<string | null> => {
    if (tip.problem) return tip.problem
    setRefused(null)
    if (page.tip_base_cents !== null && !(await setTipTo(elements, tip.cents))) return leave()
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
      return leave()
    }
    return refusalOf(error)
  }
  const prepare = {
    of: tip.cents,
    run: (elements: StripeElements) => setTipTo(elements, tip.cents),
  }
  return (
    <Stack gap="md">
      {changed && <Notice title={words.changed}>{words.changedText}</Notice>}
      {refused && !changed && <NotThrough why={refused} />}
      {state.kind === 'initializing' ? (
        <Waiting cents={page.invoice.balance_cents} />
      ) : (
        <Suspense fallback={<FieldBars />}>
          <ProviderForm
            stripe={state.stripe}
            client_secret={state.client_secret}
            wallets={page.wallets}
            button={words.pay(formatCents(state.amount_cents + tip.cents))}
            busyButton={words.paying}
            failure={words.notConfirmed}
            confirm={confirm}
            {...(page.tip_base_cents !== null && !tip.problem && { prepare })}
            onLost={lose}
            fullWidth
          >
            {page.tip_base_cents !== null && (
              <TipFields base_cents={page.tip_base_cents} tip={tip} />
            )}
          </ProviderForm>
        </Suspense>
      )}
    </Stack>
  )
}
