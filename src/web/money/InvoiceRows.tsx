import { Link } from '@tanstack/react-router'
import { todayIn, type LocalDate } from '../../domain/dates.ts'
import { addressLine } from '../../domain/contact.ts'
import { invoiceGroup, type Invoice } from '../../domain/invoice.ts'
import { useMe } from '../me.ts'
import { useToday } from '../today.ts'
import { Money } from '../ui/Money.tsx'
import { dateLabel } from '../ui/when.ts'
import { InvoiceChips } from './InvoiceChips.tsx'
import css from './invoices.module.css'

export const invoiceTitle = (invoice: Pick<Invoice, 'number'>): string =>
  invoice.number === null ? 'Draft invoice' : `Invoice #${invoice.number}`

/** Invoices as rows on wide screens and cards on a phone; each leads to its page. `own`: a customer's, who need not be told whose. */
export function InvoiceRows({
  invoices,
  own = false,
}: {
  invoices: readonly Invoice[]
  own?: boolean
}) {
  const today = useToday()
  const zone = useMe().organization_timezone ?? 'UTC'
  return (
    <ul className={css.rows}>
      {invoices.map((invoice) => (
        <li key={invoice.id}>
          <Link to="/app/invoices/$id" params={{ id: invoice.id }} className={css.row}>
            <span className={css.name}>
              <strong>{own ? invoiceTitle(invoice) : (invoice.customer_name ?? 'Customer')}</strong>
              <span className={css.dim}>
                {own
                  ? workText(invoice)
                  : [invoiceTitle(invoice), addressLine(invoice)].filter(Boolean).join(' · ')}
              </span>
            </span>
            <span className={css.foot}>
              <span className={css.when}>
                {whenText(invoice, zone, today)}
                {own && invoice.paid_cents > 0 && <span className={css.receipt}>View receipt</span>}
              </span>
              <span className={css.chips}>
                <InvoiceChips invoice={invoice} today={today} />
              </span>
            </span>
            <span className={css.amount}>
              <Money cents={invoice.total_cents} strong />
              {invoice.paid_cents > 0 &&
                invoice.balance_cents > 0 &&
                invoiceGroup(invoice.status) === 'open' && (
                  <span className={css.dim}>
                    <Money cents={invoice.balance_cents} /> left
                  </span>
                )}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

const workText = (invoice: Invoice): string =>
  [invoice.date ? `Service on ${dateLabel(invoice.date)}` : null, invoice.recurrence_label]
    .filter(Boolean)
    .join(' · ')

function whenText(invoice: Invoice, zone: string, today: LocalDate): string {
  const day = (iso: string): string => dateLabel(todayIn(zone, iso))
  if (invoiceGroup(invoice.status) === 'open') {
    if (invoice.status === 'scheduled' && invoice.charge_on)
      return `Charged on ${dateLabel(invoice.charge_on)}`
    if (!invoice.effective_due_date) return 'No due date'
    return invoice.effective_due_date === today
      ? 'Due today'
      : `Due ${dateLabel(invoice.effective_due_date)}`
  }
  if (invoice.status === 'paid' && invoice.paid_at) return `Paid ${day(invoice.paid_at)}`
  return `Updated ${day(invoice.updated_at)}`
}
