import { Anchor, Alert, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { paymentsPageDefaults, paymentsPageSizes } from '../../../domain/money/payment.ts'
import { AskedCustomers } from './AskedCustomers.tsx'
import { Disputes } from './Disputes.tsx'
import { FailedRefunds } from './FailedRefunds.tsx'
import { PaymentsReport } from './PaymentsReport.tsx'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { differenceText, type BookCheck } from '../../../domain/money/books.ts'
import { api } from '../../app/client.ts'
import { useMe } from '../../app/me.ts'
import { momentLabel } from '../../ui/when.ts'

/** Payments received through the organization's connected account. */
export default function Payments() {
  return (
    <PaymentsReport
      before={
        <>
          <ToDo />
          <Disputes />
          <FailedRefunds />
          <AskedCustomers />
        </>
      }
      after={<BooksMatch />}
      title="Payments"
      sizes={paymentsPageSizes.payments}
      usual={paymentsPageDefaults.payments}
      failure={{ call: 'Failed to fetch payments', answer: 'Failed to load Stripe payments' }}
    />
  )
}

const booksQuery = api['GET /api/owner/books'].query()

/** What last night's check of the books found for somebody to do. */
function ToDo() {
  const check = useQuery(booksQuery).data?.check
  if (!check) return null
  return (
    <>
      {check.first && <Differs check={check} first={check.first} />}
      {check.untold > 0 && (
        <Text fz="sm">
          {check.untold === 1
            ? 'One open invoice had not been sent to its customer a day after it was issued.'
            : `${check.untold} open invoices had not been sent to their customers a day after they were issued.`}{' '}
          <Anchor component={Link} to="/app/invoices/to-bill" underline="always">
            Send {check.untold === 1 ? 'it' : 'them'}
          </Anchor>
        </Text>
      )}
    </>
  )
}

/** That last night's check found nothing. */
function BooksMatch() {
  const check = useQuery(booksQuery).data?.check
  const zone = useMe().organization_timezone ?? 'UTC'
  if (!check || check.first) return null
  return (
    <Text c="dimmed" fz="sm">
      Your books match Stripe ({check.rows_checked} entries checked{' '}
      {momentLabel(check.checked_at, zone)}).
    </Text>
  )
}

type DiffersProps = { check: BookCheck; first: NonNullable<BookCheck['first']> }

const Differs = ({ check, first }: DiffersProps) => (
  <Alert color="red" variant="light" icon={<TriangleAlert size={20} aria-hidden />}>
    Your books don’t match. {differenceText(first)}{' '}
    {first.invoice_id && (
      <Anchor component={Link} to={`/app/invoices/${first.invoice_id}`} underline="always">
        Open the invoice
      </Anchor>
    )}
    {check.differences > 1 && ` ${check.differences - 1} more rows differ.`}
  </Alert>
)
