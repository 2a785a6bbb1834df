import { Button, Group, Stack } from '@mantine/core'
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { errorText } from '../../app/client.ts'
import { FieldBars } from './FieldBars.tsx'
import { useAppearance } from './provider.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { useLocale } from '../../app/locale.ts'
import { wordsNow } from '../../app/words.ts'
import { moneyWords } from '../../../words/en/money.ts'

type Props = {
  stripe: Stripe
  client_secret: string
  /** Whether Apple Pay and Google Pay are offered where the device has them. */
  wallets: boolean
  button: string
  busyButton: string
  /** Confirms with the provider; returns a message on failure, null on success. */
  confirm: (stripe: Stripe, elements: StripeElements) => Promise<string | null>
  /** The fields could not be loaded. */
  onLost: (text: string) => void
  /**
   * Called a moment after `of` changed, so that what a wallet asks for is known before the button is
   * pressed: it opens only right at a press.
   */
  prepare?: { of: number; run: (elements: StripeElements) => Promise<unknown> }
  /** Shown when something fails without its own message. */
  failure: string
  /** Between the fields and the button. */
  children?: ReactNode
  /** Next to the button. */
  aside?: ReactNode
  fullWidth?: boolean
}

/** Card and bank fields of the payment provider with a button under them. Card numbers never touch this page. */
export default function ProviderForm(props: Props) {
  const appearance = useAppearance()
  const locale = useLocale()
  return (
    <Elements
      key={props.client_secret}
      stripe={props.stripe}
      options={{ clientSecret: props.client_secret, appearance, locale }}
    >
      <Fields {...props} />
    </Elements>
  )
}

const fieldOptions = (wallets: boolean) => {
  const offered = wallets ? 'auto' : 'never'
  return {
    layout: 'tabs',
    wallets: { applePay: offered, googlePay: offered, link: 'never' },
  } as const
}

const settleMs = 400

/** Prepares for what was chosen, once it has not changed for a moment. */
function usePrepared(elements: StripeElements | null, prepare: Props['prepare']) {
  const latest = useRef(prepare)
  useEffect(() => {
    latest.current = prepare
  })
  const of = prepare?.of
  useEffect(() => {
    if (!elements || of === undefined) return
    // Pressing the button does the same and says what is wrong.
    const timer = setTimeout(() => void latest.current?.run(elements).catch(() => {}), settleMs)
    return () => clearTimeout(timer)
  }, [elements, of])
}

function Fields({
  wallets,
  prepare,
  button,
  busyButton,
  confirm,
  onLost,
  failure,
  children,
  aside,
  fullWidth = false,
}: Props) {
  const stripe = useStripe()
  const elements = useElements()
  usePrepared(elements, prepare)
  const [isReady, setReady] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!stripe || !elements || busy) return
    setBusy(true)
    setProblem(null)
    try {
      setProblem(await confirm(stripe, elements))
    } catch (error) {
      setProblem(errorText(error, failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        {!isReady && <FieldBars />}
        <div
          style={isReady ? undefined : { position: 'absolute', opacity: 0, pointerEvents: 'none' }}
          inert={!isReady}
        >
          <PaymentElement
            options={fieldOptions(wallets)}
            onReady={() => setReady(true)}
            onChange={() => setProblem(null)}
            onLoadError={({ error }) => onLost(error.message ?? wordsNow(moneyWords).formNotLoaded)}
          />
        </div>
        {children}
        <FormProblem text={problem} />
        <Group justify={aside ? 'space-between' : 'flex-end'}>
          {aside}
          <Button
            type="submit"
            size="md"
            disabled={!stripe || !elements || !isReady}
            loading={busy}
            loaderProps={{ 'aria-label': busyButton }}
            fullWidth={fullWidth}
          >
            {busy ? busyButton : button}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
