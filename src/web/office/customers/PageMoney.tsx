import { Anchor, Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CustomerOverview } from '../../../api/customer-page.ts'
import type { Invoice } from '../../../domain/money/invoice.ts'
import type { Payment } from '../../../domain/money/payment.ts'
import { api } from '../../app/client.ts'
import { useMe } from '../../app/me.ts'
import { InvoiceChips } from '../../shared/money/InvoiceChips.tsx'
import { invoiceTitle, whenText, workText } from '../../shared/money/InvoiceRows.tsx'
import { methodText } from '../../shared/money/method-text.ts'
import { PaymentChip } from '../../shared/money/PaymentChip.tsx'
import { useToday } from '../../app/today.ts'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Money } from '../../ui/Money.tsx'
import css from './customer-page.module.css'
import { Section } from './Section.tsx'

type Props = { overview: CustomerOverview }

/** What the customer owes and has brought. */
export function MoneyFacts({ overview }: Props) {
  const { balance_cents, overdue_cents, credit_cents, work } = overview
  return (
    <dl className={css.sums}>
      <Sum name="Balance" cents={balance_cents} isBad={overdue_cents > 0} />
      <Sum name="Overdue" cents={overdue_cents} isBad={overdue_cents > 0} />
      <Sum name="Credit" cents={credit_cents} />
      {work && <Sum name="Paid so far" cents={work.customer.cltv_cents} />}
    </dl>
  )
}

type SumProps = { name: string; cents: number; isBad?: boolean }

const Sum = ({ name, cents, isBad = false }: SumProps) => (
  <div data-bad={isBad || undefined}>
    <dt>{name}</dt>
    <dd>
      <Money cents={cents} />
    </dd>
  </div>
)

/** The newest invoices; the others on request. */
export function PageInvoices({ overview }: Props) {
  const [isAll, showAll] = useState(false)
  const all = useInfiniteQuery({
    ...api['GET /api/invoices'].pages({ query: { customer_id: overview.id, limit: 50 } }),
    enabled: isAll,
  })
  const invoices = all.data?.pages.flatMap(({ items }) => items) ?? overview.invoices
  return (
    <Section title="Invoices">
      {invoices.length === 0 && <p className={css.none}>No invoices yet.</p>}
      <ul className={css.rows}>
        {invoices.map((invoice) => (
          <InvoiceRow key={invoice.id} invoice={invoice} />
        ))}
      </ul>
      <Rest
        isOffered={overview.has_more_invoices && !all.data}
        label="Show all invoices"
        isBusy={all.isFetching}
        show={() => showAll(true)}
      />
      {all.data && <LoadMore of={all} label="Show more invoices" />}
    </Section>
  )
}

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const today = useToday()
  const zone = useMe().organization_timezone ?? 'UTC'
  const about = [workText(invoice), whenText(invoice, zone, today)].filter(Boolean).join(' · ')
  return (
    <li className={css.row}>
      <span className={css.main}>
        <Anchor
          component={Link}
          to={`/app/invoices/${invoice.id}`}
          inherit
          fw={600}
          underline="always"
        >
          {invoiceTitle(invoice)}
        </Anchor>
        <span className={css.dim}>{about}</span>
      </span>
      <span className={css.chips}>
        <InvoiceChips invoice={invoice} today={today} />
      </span>
      <span className={css.amount}>
        <Money cents={invoice.total_cents} strong />
        {invoice.paid_cents > 0 && invoice.balance_cents > 0 && (
          <span className={css.dim}>
            <Money cents={invoice.balance_cents} /> left
          </span>
        )}
      </span>
    </li>
  )
}

/** The newest payments; the others on request. */
export function PagePayments({ overview }: Props) {
  const [isAll, showAll] = useState(false)
  const all = useInfiniteQuery({
    ...api['GET /api/owner/stripe/payments'].pages({
      query: { customer_id: overview.id, limit: 50 },
    }),
    enabled: isAll,
  })
  const payments = all.data?.pages.flatMap(({ items }) => items) ?? overview.payments
  return (
    <Section title="Payments">
      {payments.length === 0 && <p className={css.none}>No payments yet.</p>}
      <ul className={css.rows}>
        {payments.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} />
        ))}
      </ul>
      <Rest
        isOffered={overview.has_more_payments && !all.data}
        label="Show all payments"
        isBusy={all.isFetching}
        show={() => showAll(true)}
      />
      {all.data && <LoadMore of={all} label="Show more payments" />}
    </Section>
  )
}

function PaymentRow({ payment }: { payment: Payment }) {
  const about = [methodText(payment), payment.description].filter(Boolean).join(' · ')
  return (
    <li className={css.row}>
      <span className={css.main}>
        <strong>{payment.created_fmt}</strong>
        <span className={css.dim}>
          {payment.invoice_id ? (
            <Link to="/app/invoices/$id" params={{ id: payment.invoice_id } as never}>
              {about || 'Invoice'}
            </Link>
          ) : (
            about
          )}
        </span>
        {payment.failure_message && <span className={css.bad}>{payment.failure_message}</span>}
      </span>
      <PaymentChip payment={payment} />
      <span className={css.amount}>
        <Money cents={payment.amount} strong />
        {payment.refunded_minor > 0 && (
          <span className={css.dim}>
            <Money cents={payment.refunded_minor} /> refunded
          </span>
        )}
      </span>
    </li>
  )
}

type RestProps = { isOffered: boolean; label: string; isBusy: boolean; show: () => void }

const Rest = ({ isOffered, label, isBusy, show }: RestProps) =>
  isOffered ? (
    <Button mt="xs" variant="default" size="sm" loading={isBusy} onClick={show}>
      {label}
    </Button>
  ) : null
