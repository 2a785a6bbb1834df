import { Button, Group, NumberInput, Stack, Switch } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Organization } from '../../../domain/base/organization.ts'
import { isHoldOn, type HoldPolicy } from '../../../domain/money/payment-hold.ts'
import { api } from '../../app/client.ts'
import { toast } from '../../ui/toast.tsx'

type Props = { saved: Organization; onSaved: (organization: Organization) => void }

/** What a business starts from: so much, so many days late. */
const usual: HoldPolicy = { hold_after_cents: 10_000, hold_after_days: 14 }
const off: HoldPolicy = { hold_after_cents: null, hold_after_days: null }

/** When visits wait until a customer has paid. */
export function HoldPart({ saved, onSaved }: Props) {
  const change = useMutation({
    mutationFn: (body: HoldPolicy) => api['PATCH /api/owner/schedule-settings']({ body }),
    onSuccess: (organization) => {
      onSaved(organization)
      toast.done('Saved')
    },
    onError: (error) => toast.failed(error, 'Failed to save organization'),
  })
  const policy = change.isPending ? change.variables : saved.schedule_settings
  return (
    <Stack gap="sm">
      <Switch
        label="Hold visits until overdue invoices are paid"
        description="The customer’s coming visits show “Held: payment” to you, the crew and the customer. Nothing is cancelled: they resume once the invoice is paid."
        checked={isHoldOn(policy)}
        onChange={(event) => change.mutate(event.currentTarget.checked ? usual : off)}
      />
      {isHoldOn(policy) && (
        <Threshold
          key={`${policy.hold_after_cents} ${policy.hold_after_days}`}
          policy={policy}
          busy={change.isPending}
          save={(next) => change.mutate(next)}
        />
      )}
    </Stack>
  )
}

type ThresholdProps = { policy: HoldPolicy; busy: boolean; save: (policy: HoldPolicy) => void }

function Threshold({ policy, busy, save }: ThresholdProps) {
  const [dollars, setDollars] = useState<number | string>((policy.hold_after_cents ?? 0) / 100)
  const [days, setDays] = useState<number | string>(policy.hold_after_days ?? 1)
  const next = {
    hold_after_cents: Math.round(Number(dollars) * 100) || null,
    hold_after_days: Math.max(1, Math.round(Number(days)) || 1),
  }
  const isChanged =
    next.hold_after_cents !== policy.hold_after_cents ||
    next.hold_after_days !== (policy.hold_after_days ?? 1)
  return (
    <Group align="flex-end" gap="sm">
      <NumberInput
        label="Overdue at least"
        prefix="$"
        w={150}
        min={0}
        max={100_000}
        decimalScale={2}
        value={dollars}
        onChange={setDollars}
      />
      <NumberInput
        label="Days late"
        w={120}
        min={1}
        max={180}
        allowDecimal={false}
        value={days}
        onChange={setDays}
      />
      <Button disabled={!isChanged} loading={busy} onClick={() => save(next)}>
        Save threshold
      </Button>
    </Group>
  )
}
