import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { paymentsPageDefaults, paymentsPageSizes } from '../../../domain/payment.ts'
import { AskedCustomers } from './AskedCustomers.tsx'
import { BooksLine } from './BooksLine.tsx'
import { Disputes } from './Disputes.tsx'
import { FailedRefunds } from './FailedRefunds.tsx'
import { PaymentsReport } from './PaymentsReport.tsx'

/** Payments received through the organization's connected account. */
export default function Payments() {
  return (
    <PaymentsReport
      before={
        <>
          <BooksLine />
          <Anchor component={Link} to="/app/payouts" className="fh-own-line" w="fit-content">
            Payouts to your bank
          </Anchor>
          <Disputes />
          <FailedRefunds />
          <AskedCustomers />
        </>
      }
      title="Payments"
      sizes={paymentsPageSizes.payments}
      usual={paymentsPageDefaults.payments}
      failure={{ call: 'Failed to fetch payments', answer: 'Failed to load Stripe payments' }}
    />
  )
}
