import { paymentsPageDefaults, paymentsPageSizes } from '../../../domain/money/payment.ts'
import { PaymentsReport } from './PaymentsReport.tsx'

/** The payments report: the same rows, with more on a page. */
export default function Reports() {
  return (
    <PaymentsReport
      title="Reports"
      sizes={paymentsPageSizes.reports}
      usual={paymentsPageDefaults.reports}
      failure={{ call: 'Failed to load data', answer: 'Failed to load data' }}
    />
  )
}
