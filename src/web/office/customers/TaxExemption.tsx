import { Button, Text, TextInput } from '@mantine/core'
import { BadgePercent } from 'lucide-react'
import type { Customer } from '../../../domain/customers/customer.ts'
import { exemptionState, TaxExemption as Exemption } from '../../../domain/money/tax.ts'
import { customerName, useCustomerActs } from '../../shared/customers/queries.ts'
import { useTaxRates } from '../../shared/money/tax-rates.ts'
import { useToday } from '../../app/today.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { DateField } from '../../ui/DateField.tsx'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { dateLabel } from '../../ui/when.ts'

/** Whether a customer pays sales tax; only for a business that has rates, or knows a certificate. */
export default function TaxExemption({ customer }: { customer: Customer }) {
  const editing = useSheet(`tax-${customer.id}`)
  const hasTax = useTaxRates().length > 0
  if (!hasTax && customer.tax_certificate === null) return null
  return (
    <>
      <State customer={customer} />
      <Button
        variant="default"
        size="sm"
        leftSection={<BadgePercent size={16} aria-hidden />}
        aria-label={`Tax exemption of ${customerName(customer)}`}
        onClick={() => editing.show(true)}
      >
        Tax exemption
      </Button>
      {editing.key > 0 && (
        <Edit
          key={editing.key}
          customer={customer}
          opened={editing.opened}
          onClose={editing.hide}
        />
      )}
    </>
  )
}

function State({ customer }: { customer: Customer }) {
  const state = exemptionState(customer, useToday())
  const { tax_certificate, tax_exempt_until } = customer
  const until = tax_exempt_until && dateLabel(tax_exempt_until)
  if (state === 'none') return null
  if (state === 'expired')
    return (
      <Notice w="100%">
        The tax exemption certificate {tax_certificate} expired on {until}. Sales tax is added
        again.
      </Notice>
    )
  return (
    <Text w="100%" fz="sm">
      Exempt from sales tax: certificate {tax_certificate}
      {until && (state === 'ends_soon' ? `, ends on ${until}` : `, until ${until}`)}
    </Text>
  )
}

type Values = { tax_certificate: string; tax_exempt_until: string | null }

function Edit({
  customer,
  opened,
  onClose,
}: {
  customer: Customer
  opened: boolean
  onClose: () => void
}) {
  const { exemption } = useCustomerActs()
  const form = useActionForm<Values, Customer>({
    initialValues: {
      tax_certificate: customer.tax_certificate ?? '',
      tax_exempt_until: customer.tax_exempt_until,
    },
    failure: 'Failed to save',
    send: ({ tax_certificate, tax_exempt_until }) =>
      exemption.mutateAsync({
        customer,
        exemption: Exemption.parse({
          tax_certificate: tax_certificate.trim() || null,
          tax_exempt_until,
        }),
      }),
    sent: onClose,
  })
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={`Tax exemption of ${customerName(customer)}`}
      form={form}
      action="Save"
    >
      <TextInput
        label="Certificate number"
        description="Leave it empty if this customer pays sales tax."
        data-autofocus
        maxLength={100}
        {...form.getInputProps('tax_certificate')}
      />
      <DateField
        label="Valid until"
        description="From the next day on, sales tax is added again. Without a date it does not end."
        clearable
        value={form.values.tax_exempt_until}
        onChange={(date) => form.setFieldValue('tax_exempt_until', date)}
      />
    </FormSheet>
  )
}
