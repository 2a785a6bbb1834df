import { paymentsPageDefaults, paymentsPageSizes } from '../../../domain/payment.ts'
import { PaymentsReport } from './PaymentsReport.tsx'

/** Payments received through the organization's connected account. */
export default function Payments() {
  return (
    <PaymentsReport
      title="Payments"
      sizes={paymentsPageSizes.payments}
      usual={paymentsPageDefaults.payments}
      failure={{ call: 'Failed to fetch payments', answer: 'Failed to load Stripe payments' }}
    />
  )
}
