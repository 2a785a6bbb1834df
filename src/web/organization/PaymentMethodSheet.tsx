import { Alert, Button, Stack, TextInput } from '@mantine/core'
import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { PlatformBilling } from '../../domain/platform.ts'
import { api, ApiError, errorText } from '../client.ts'
import { useMe } from '../me.ts'
import { Sheet } from '../ui/Sheet.tsx'
import { toast } from '../ui/toast.tsx'
import { useUnsaved } from '../ui/unsaved.tsx'
import { FieldBars } from '../money/FieldBars.tsx'
import { loadProvider } from '../money/provider.ts'

const ProviderForm = lazy(() => import('../money/ProviderForm.tsx'))

type SheetProps = {
  title: string
  opened: boolean
  onClose: () => void
  onSaved: (billing: PlatformBilling) => void
}

/** Adds or replaces the card or bank account the subscription is paid with. */
export function PaymentMethodSheet({ title, opened, onClose, onSaved }: SheetProps) {
  const [attempt, setAttempt] = useState(0)
  return (
    <Sheet opened={opened} onClose={onClose} title={title} size="md">
      {/* A form around the button that opened this sheet must not take this form's submission for its own. */}
      <div role="presentation" onSubmit={(event) => event.stopPropagation()}>
        {opened && (
          <MethodForm key={attempt} onSaved={onSaved} again={() => setAttempt(attempt + 1)} />
        )}
      </div>
    </Sheet>
  )
}

function beginText(error: unknown): string {
  const status = error instanceof ApiError ? error.status : 0
  if (status === 401) return 'You need to sign in as an owner to add a payment method.'
  if (status === 403) return 'You are not permitted to add a payment method for this org.'
  // The library's own troubles (no key, no answer) come as plain errors with a sentence.
  return error instanceof ApiError
    ? errorText(error, 'Could not start payment method setup.')
    : error instanceof Error && error.message
      ? error.message
      : 'Could not start payment method setup.'
}

type Setup = { client_secret: string; setup_intent_id: string; stripe: Stripe }

function MethodForm({
  onSaved,
  again,
}: {
  onSaved: (billing: PlatformBilling) => void
  again: () => void
}) {
  const me = useMe()
  const [setup, setSetup] = useState<Setup | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [name, setName] = useState(me.name ?? me.organization_name ?? '')
  const [nameError, setNameError] = useState<string | null>(null)
  const [email, setEmail] = useState('')
  useUnsaved([name, email])
  const confirmed = useRef<{ payment_method_id: string; setup_intent_id: string } | null>(null)

  useEffect(() => {
    let isOver = false
    const begin = async () => {
      const intent = await api['POST /api/owner/platform-billing/set-payment-method']({
        body: {},
        timeout_ms: 8000,
      })
      if (!intent.client_secret) throw new Error('Failed to create SetupIntent.')
      const stripe = await loadProvider({ ...intent, account_id: null })
      if (!isOver) setSetup({ ...intent, stripe })
    }
    begin().catch((error: unknown) => isOver || setProblem(beginText(error)))
    return () => {
      isOver = true
    }
  }, [])

  const confirm = async (stripe: Stripe, elements: StripeElements): Promise<string | null> => {
    if (name.trim() === '') {
      setNameError('Enter the name on the bill')
      return 'Please complete the required fields.'
    }
    // Once the provider has said yes, only our own note of it is repeated.
    if (!confirmed.current) {
      const billing_details = {
        name: name.trim(),
        ...(email.trim() ? { email: email.trim() } : {}),
      }
      const { error, setupIntent } = await stripe.confirmSetup({
        elements,
        redirect: 'if_required',
        confirmParams: { return_url: location.href, payment_method_data: { billing_details } },
      })
      if (error) return error.message ?? 'Could not confirm payment method'
      if (!['succeeded', 'requires_action', 'processing'].includes(setupIntent.status))
        return `Unexpected status: ${setupIntent.status}`
      const method = setupIntent.payment_method
      confirmed.current = {
        payment_method_id: (typeof method === 'string' ? method : method?.id) ?? '',
        setup_intent_id: setupIntent.id,
      }
    }
    try {
      onSaved(
        await api['POST /api/owner/platform-billing/save-payment-method']({
          body: confirmed.current,
        }),
      )
      toast.done('Payment method saved')
      return null
    } catch (error) {
      return errorText(error, 'Save failed (will retry via webhook).')
    }
  }

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
      <TextInput
        label="Billing name"
        required
        autoComplete="name"
        value={name}
        error={nameError}
        onChange={(event) => {
          setName(event.currentTarget.value)
          setNameError(null)
        }}
      />
      <TextInput
        label="Billing e-mail"
        description="Optional. Receipts go to the owner otherwise."
        type="email"
        autoComplete="email"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      {setup ? (
        <Suspense fallback={<FieldBars />}>
          <ProviderForm
            stripe={setup.stripe}
            client_secret={setup.client_secret}
            button="Save payment method"
            busyButton="Saving…"
            failure="Failed to confirm payment method"
            confirm={confirm}
            onLost={setProblem}
          />
        </Suspense>
      ) : (
        <FieldBars />
      )}
    </Stack>
  )
}
