import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { addressLine } from '../../../../domain/base/contact.ts'
import {
  billingModeLabels,
  billingModes,
  type BillingMode,
} from '../../../../domain/schedule/schedule.ts'
import { api } from '../../../app/client.ts'

type AddressProps = {
  customer_id: string
  /** Null: the customer's default address. */
  value: string | null
  onChange: (location_id: string | null) => void
  error?: string | undefined
}

const atDefault = 'default'

/** Where the work is done, asked of customers who have several addresses. */
export function AddressField({ customer_id, value, onChange, error }: AddressProps) {
  const { data } = useQuery(
    api['GET /api/owner/customers/{id}/locations'].query({ params: { id: customer_id } }),
  )
  const places = data?.locations ?? []
  if (places.length < 2 && value === null) return null
  const others = places.filter(({ is_default }) => !is_default)
  const usual = places.find(({ is_default }) => is_default)
  return (
    <Select
      label="Address"
      allowDeselect={false}
      data={[
        {
          value: atDefault,
          label: usual ? `${usual.label}: ${addressLine(usual)}` : 'Default address',
        },
        ...others.map((place) => ({
          value: place.id,
          label: `${place.label}: ${addressLine(place)}`,
        })),
      ]}
      value={value === null || value === usual?.id ? atDefault : value}
      onChange={(chosen) => onChange(chosen === atDefault ? null : chosen)}
      error={error}
    />
  )
}

type BillingProps = {
  /** Null: as the organization bills new work. */
  value: BillingMode | null
  /** How that is; shown while nothing else is chosen. */
  usual?: BillingMode | undefined
  onChange: (mode: BillingMode) => void
}

/** Whether each visit is billed, a period together, or nothing. */
export const BillingField = ({ value, usual, onChange }: BillingProps) => (
  <Select
    label="Billing"
    allowDeselect={false}
    data={billingModes.map((mode) => ({ value: mode, label: billingModeLabels[mode] }))}
    value={value ?? usual ?? null}
    onChange={(mode) => mode && onChange(mode)}
  />
)
