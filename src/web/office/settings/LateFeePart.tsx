import {
  Button,
  Group,
  NumberInput,
  type NumberInputProps,
  Stack,
  Switch,
  Text,
} from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { lateFeeDueDays, LateFee } from '../../../domain/money/late-fee.ts'
import type { Organization } from '../../../domain/base/organization.ts'
import { api } from '../../app/client.ts'
import { Pills } from '../../ui/Pills.tsx'
import { toast } from '../../ui/toast.tsx'

type Props = { saved: Organization; onSaved: (organization: Organization) => void }

const usual: LateFee = { kind: 'flat', cents: 1000, after_days: 15 }

/** Whether an overdue invoice gets a late fee, and how much. */
export function LateFeePart({ saved, onSaved }: Props) {
  const change = useMutation({
    mutationFn: (late_fee: LateFee | null) =>
      api['PATCH /api/owner/schedule-settings']({ body: { late_fee } }),
    onSuccess: (organization) => {
      onSaved(organization)
      toast.done('Saved')
    },
    onError: (error) => toast.failed(error, 'Failed to save organization'),
  })
  const { bill_reminders_on, late_fee } = saved.schedule_settings
  const fee = change.isPending ? change.variables : late_fee
  return (
    <Stack gap="sm">
      <Switch
        label="Add a late fee to overdue invoices"
        description={`Once per invoice, and only after a reminder announced it. It is an invoice of its own, due in ${lateFeeDueDays} days, and never charged automatically. Check what your state and your terms allow.`}
        checked={fee !== null}
        onChange={(event) => change.mutate(event.currentTarget.checked ? usual : null)}
      />
      {fee && !bill_reminders_on && (
        <Text c="var(--mantine-color-error)" fz="sm">
          Reminders are off, so no late fee is added. Switch them on above.
        </Text>
      )}
      {fee && (
        <Amount
          key={JSON.stringify(fee)}
          fee={fee}
          busy={change.isPending}
          save={(next) => change.mutate(next)}
        />
      )}
    </Stack>
  )
}

const FeeInput = (props: NumberInputProps) => (
  <NumberInput label="Late fee" w={150} decimalScale={2} {...props} />
)

type AmountProps = { fee: LateFee; busy: boolean; save: (fee: LateFee) => void }

/** What is typed, and the fee it makes. */
function useFee(fee: LateFee) {
  const [kind, setKind] = useState(fee.kind)
  const [dollars, setDollars] = useState<number | string>(
    fee.kind === 'flat' ? fee.cents / 100 : 10,
  )
  const [percent, setPercent] = useState<number | string>(
    fee.kind === 'percent' ? fee.basis_points / 100 : 1.5,
  )
  const [days, setDays] = useState<number | string>(fee.after_days)
  const after_days = Math.round(Number(days))
  const next = LateFee.safeParse(
    kind === 'flat'
      ? { kind, cents: Math.round(Number(dollars) * 100), after_days }
      : { kind, basis_points: Math.round(Number(percent) * 100), after_days },
  )
  const isChanged = next.success && JSON.stringify(next.data) !== JSON.stringify(fee)
  return { kind, setKind, dollars, setDollars, percent, setPercent, days, setDays, next, isChanged }
}

function Amount({ fee, busy, save }: AmountProps) {
  const { kind, next, ...form } = useFee(fee)
  return (
    <Stack gap="xs">
      <Pills
        legend="Kind of late fee"
        quiet
        value={kind}
        onChange={form.setKind}
        options={[
          { value: 'flat', label: 'An amount' },
          { value: 'percent', label: 'A percentage of what is owed' },
        ]}
      />
      <Group align="flex-end" gap="sm">
        {kind === 'flat' ? (
          <FeeInput
            prefix="$"
            min={0.5}
            max={1000}
            value={form.dollars}
            onChange={form.setDollars}
          />
        ) : (
          <FeeInput
            suffix="%"
            min={0.01}
            max={25}
            value={form.percent}
            onChange={form.setPercent}
          />
        )}
        <NumberInput
          label="Days overdue"
          w={120}
          min={1}
          max={90}
          allowDecimal={false}
          value={form.days}
          onChange={form.setDays}
        />
        <Button
          disabled={!form.isChanged}
          loading={busy}
          onClick={() => next.success && save(next.data)}
        >
          Save late fee
        </Button>
      </Group>
    </Stack>
  )
}
