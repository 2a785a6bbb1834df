import { Alert, Button, Stack, TextInput } from '@mantine/core'
import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { lazy, Suspense, useEffect, useRef, useState, type ChangeEvent } from 'react'
import type { PlatformBilling } from '../../../domain/money/platform.ts'
import { api, errorText } from '../../app/client.ts'
import { useMe } from '../../app/me.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { useUnsaved } from '../../ui/unsaved.tsx'
import { FieldBars } from '../money/FieldBars.tsx'
import { loadProvider } from '../money/provider.ts'
import { beginWork, confirmedOf, type Confirmed, type Setup } from '../money/setup.ts'
import { beginText, billingDetails, type BillingDetails } from './payment-method.ts'

const ProviderForm = lazy(() => import('../money/ProviderForm.tsx'))

type SheetProps = {
  title: string
  opened: boolean
  onClose: () => void
  onSaved: (billing: PlatformBilling) => void
}

/** Adds or replaces the card or bank account that pays the subscription. */
export function PaymentMethodSheet({ title, opened, onClose, onSaved }: SheetProps) {
  const [attempt, setAttempt] = useState(0)
  return (
    <Sheet opened={opened} onClose={onClose} title={title} size="md">
      {/* Keeps this form's submit event from reaching a form around the button that opened it. */}
      <div role="presentation" onSubmit={(event) => event.stopPropagation()}>
        {opened && (
          <MethodForm key={attempt} onSaved={onSaved} again={() => setAttempt(attempt + 1)} />
        )}
      </div>
    </Sheet>
  )
}

type FormProps = { onSaved: (billing: PlatformBilling) => void; again: () => void }

function MethodForm({ onSaved, again }: FormProps) {
  const { setup, problem, lose } = useSetup()
  const bill = useBill()
  const confirm = useConfirm(bill.details, onSaved)
  if (problem) {
    return (
      <Alert color="red" variant="light" role="alert" title={problem}>
        <Button size="sm" variant="default" onClick={again}>
          Retry
        </Button>
      </Alert>
    )
  }
  return (
    <Stack gap="md">
      <TextInput label="Billing name" required autoComplete="name" {...bill.name} />
      <TextInput
        label="Billing email"
        description="Optional. Receipts go to the owner otherwise."
        type="email"
        autoComplete="email"
        {...bill.email}
      />
      {setup ? (
        <Suspense fallback={<FieldBars />}>
          <ProviderForm
            {...setup}
            button="Save payment method"
            busyButton="Saving…"
            failure="Failed to confirm payment method"
            confirm={confirm}
            onLost={lose}
          />
        </Suspense>
      ) : (
        <FieldBars />
      )}
    </Stack>
  )
}

/** The provider's permission to add a method, or why there is none. */
function useSetup() {
  const [setup, setSetup] = useState<Setup | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => beginWork(startSetup, setSetup, (error) => setProblem(beginText(error))), [])
  return { setup, problem, lose: setProblem }
}

async function startSetup(): Promise<Setup> {
  const intent = await api['POST /api/owner/platform-billing/set-payment-method']({
    body: {},
    timeout_ms: 8000,
  })
  if (!intent.client_secret) throw new Error('Failed to create SetupIntent.')
  const stripe = await loadProvider({ ...intent, account_id: null })
  // The business pays its own bill here, on the platform's account, which offers no wallets.
  return { client_secret: intent.client_secret, stripe, wallets: false }
}

/**
 * Who the bill is for: two fields, and what the provider gets; null, with a field error, without a
 * name.
 */
function useBill() {
  const me = useMe()
  const [name, setName] = useState(me.name ?? me.organization_name ?? '')
  const [error, setError] = useState<string | null>(null)
  const [email, setEmail] = useState('')
  useUnsaved([name, email])
  const typeName = (event: ChangeEvent<HTMLInputElement>) => {
    setName(event.currentTarget.value)
    setError(null)
  }
  const details = () => {
    const found = billingDetails(name, email)
    if (!found) setError('Enter the name on the bill')
    return found
  }
  return {
    name: { value: name, error, onChange: typeName },
    email: {
      value: email,
      onChange: (event: ChangeEvent<HTMLInputElement>) => setEmail(event.currentTarget.value),
    },
    details,
  }
}

/** Confirms with the provider, then saves the method; returns a message on failure. */
function useConfirm(details: () => BillingDetails | null, onSaved: FormProps['onSaved']) {
  const confirmed = useRef<Confirmed | null>(null)
  return async (stripe: Stripe, elements: StripeElements): Promise<string | null> => {
    const billing_details = details()
    if (!billing_details) return 'Please complete the required fields.'
    // Once the provider has accepted, only our own save is retried.
    const made = confirmed.current ?? (await confirmMethod(stripe, elements, billing_details))
    if (typeof made === 'string') return made
    confirmed.current = made
    try {
      onSaved(await keepMethod(made))
      toast.done('Payment method saved')
      return null
    } catch (error) {
      return errorText(error, 'Save failed (will retry via webhook).')
    }
  }
}

const confirmMethod = async (
  stripe: Stripe,
  elements: StripeElements,
  billing_details: BillingDetails,
) =>
  confirmedOf(
    await stripe.confirmSetup({
      elements,
      redirect: 'if_required',
      confirmParams: { return_url: location.href, payment_method_data: { billing_details } },
    }),
    { refused: 'Could not confirm payment method' },
  )

const keepMethod = ({ setup_intent_id, payment_method_id }: Confirmed) =>
  api['POST /api/owner/platform-billing/save-payment-method']({
    body: { setup_intent_id, payment_method_id: payment_method_id ?? '' },
  })
