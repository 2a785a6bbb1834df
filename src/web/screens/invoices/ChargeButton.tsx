import { Button } from '@mantine/core'
import { CreditCard } from 'lucide-react'
import type { BillToSend } from '../../../domain/to-bill.ts'
import { formatCents } from '../../../domain/money.ts'
import { reloadBilling } from '../../money/billing-queries.ts'
import { useSheet } from '../../ui/use-sheet.ts'
import { ApprovalSheet } from './ApprovalSheet.tsx'
import { useInvoiceActs } from './invoice-acts.ts'

/** Charges the saved method of a bill's customer; asks for their word if they did not agree to it. */
export function ChargeButton({ bill, name }: { bill: BillToSend; name: string }) {
  const acts = useInvoiceActs(bill)
  const approving = useSheet(`approval-${bill.id}`)
  return (
    <>
      <Button
        variant="default"
        leftSection={<CreditCard size={17} aria-hidden />}
        loading={acts.busy === 'charge'}
        aria-label={`Charge ${formatCents(bill.balance_cents)} to ${name}`}
        onClick={() => void acts.charge(() => approving.show(true)).then(reloadBilling)}
      >
        Charge
      </Button>
      {approving.opened && (
        <ApprovalSheet
          key={approving.key}
          invoice={bill}
          customer_name={bill.customer_name}
          onClose={approving.hide}
        />
      )}
    </>
  )
}
