import { Select, type SelectProps } from '@mantine/core'
import { manualPaymentKinds, type ManualPaymentKind } from '../../../domain/money/payment.ts'

/** How money changed hands outside the product. */
export const manualKindLabels: Record<ManualPaymentKind, string> = {
  cash: 'Cash',
  check: 'Check',
  other: 'Other',
}

/** Asks for it. */
export const ManualKind = (props: Omit<SelectProps, 'data' | 'allowDeselect'>) => (
  <Select
    allowDeselect={false}
    data={manualPaymentKinds.map((value) => ({ value, label: manualKindLabels[value] }))}
    {...props}
  />
)
