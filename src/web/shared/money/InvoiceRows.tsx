import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Download, ReceiptText } from 'lucide-react'
import { todayIn, type LocalDate } from '../../../domain/base/dates.ts'
import { formatCents } from '../../../domain/base/money.ts'
import { addressLine } from '../../../domain/base/contact.ts'
import { invoiceGroup, invoiceNumber, type Invoice } from '../../../domain/money/invoice.ts'
import { useMe } from '../../app/me.ts'
import { useToday } from '../../app/today.ts'
import { Money } from '../../ui/Money.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { dateLabel } from '../../ui/when.ts'
import { useWords, wordsNow } from '../../app/words.ts'
import { InvoiceChips, OneChip } from './InvoiceChips.tsx'
import css from './invoices.module.css'
import { download } from './papers.ts'
import { moneyWords } from '../../../words/en/money.ts'

export function invoiceTitle(invoice: Pick<Invoice, 'number' | 'number_prefix'>): string {
  const words = wordsNow(moneyWords)
  return invoice.number === null ? words.draft : words.invoice(invoiceNumber(invoice))
}

/**
 * Invoices as table rows, or cards on a phone; each links to its page. `own`: the customer's own,
 * without a name. `papers`: with their files.
 */
export function InvoiceRows({
  invoices,
  own = false,
  papers = own,
}: {
  invoices: readonly Invoice[]
  own?: boolean
  papers?: boolean
}) {
  const words = useWords(moneyWords)
  const today = useToday()
  const zone = useMe().organization_timezone ?? 'UTC'
  return (
    <ul className={css.rows}>
      {invoices.map((invoice) => (
        <li key={invoice.id}>
          <Link to="/app/invoices/$id" params={{ id: invoice.id }} className={css.row}>
            <span className={css.name}>
              <strong>
                {own ? invoiceTitle(invoice) : (invoice.customer_name ?? words.customer)}
              </strong>
              <span className={css.dim}>
                {own
                  ? workText(invoice)
                  : [workText(invoice), invoiceTitle(invoice), addressLine(invoice)]
                      .filter(Boolean)
                      .join(' · ')}
              </span>
            </span>
            <span className={css.foot}>
              {own ? (
                <OwnStatus invoice={invoice} today={today} when={whenText(invoice, zone, today)} />
              ) : (
                <>
                  <span className={css.when}>{whenText(invoice, zone, today)}</span>
                  <span className={css.chips}>
                    <InvoiceChips invoice={invoice} today={today} />
                  </span>
                </>
              )}
            </span>
            <span className={css.amount}>
              <Money cents={invoice.total_cents} strong />
              {invoice.paid_cents > 0 &&
                invoice.balance_cents > 0 &&
                invoiceGroup(invoice.status) === 'open' && (
                  <span className={css.dim}>
                    <Money cents={invoice.balance_cents} /> {words.left}
                  </span>
                )}
            </span>
          </Link>
          {papers && <Papers invoice={invoice} />}
        </li>
      ))}
    </ul>
  )
}

/** One status, with what it does not say: of a paid one its day is in it. */
function OwnStatus({ invoice, today, when }: { invoice: Invoice; today: LocalDate; when: string }) {
  const words = useWords(moneyWords)
  const isPaid = invoice.status === 'paid' && invoice.money !== 'disputed'
  const about = [
    isPaid || invoice.status === 'refunded' ? null : when,
    invoice.refunded_cents > 0 ? words.refunded(formatCents(invoice.refunded_cents)) : null,
  ]
  return (
    <>
      <span className={css.chips}>
        {isPaid ? (
          <StatusChip tone="good">{when}</StatusChip>
        ) : (
          <OneChip invoice={invoice} today={today} />
        )}
      </span>
      <span className={css.when}>{about.filter(Boolean).join(' · ')}</span>
    </>
  )
}

/** A customer's invoice and receipt as files. */
function Papers({ invoice }: { invoice: Invoice }) {
  const words = useWords(moneyWords)
  const title = invoiceTitle(invoice)
  return (
    <div className={css.papers}>
      <Button
        variant="subtle"
        size="compact-sm"
        mih={44}
        leftSection={<Download size={15} aria-hidden />}
        aria-label={words.pdfOf(title)}
        onClick={() => void download(invoice, 'pdf')}
      >
        {words.pdf}
      </Button>
      {invoice.has_receipt && (
        <Button
          variant="subtle"
          size="compact-sm"
          mih={44}
          leftSection={<ReceiptText size={15} aria-hidden />}
          aria-label={words.receiptOf(title)}
          onClick={() => void download(invoice, 'receipt')}
        >
          {words.receipt}
        </Button>
      )}
    </div>
  )
}

/** 'Mowing, Jun 2, 2027': what was done, and when. */
export function workText({ date, work: [service, another] }: Invoice): string {
  const words = wordsNow(moneyWords)
  const day = date && dateLabel(date)
  if (!service) return day ? words.serviceOn(day) : ''
  return [another ? words.workAndMore(service) : service, day].filter(Boolean).join(', ')
}

/** 'Due today': the date that matters now. `zone`: the organization's. */
export function whenText(invoice: Invoice, zone: string, today: LocalDate): string {
  const words = wordsNow(moneyWords)
  const day = (iso: string): string => dateLabel(todayIn(zone, iso))
  if (invoiceGroup(invoice.status) === 'open') {
    if (invoice.status === 'scheduled' && invoice.charge_on)
      return words.chargedOn(dateLabel(invoice.charge_on))
    if (!invoice.effective_due_date) return words.noDueDate
    return invoice.effective_due_date === today
      ? words.dueToday
      : words.due(dateLabel(invoice.effective_due_date))
  }
  if (invoice.status === 'paid' && invoice.paid_at) return words.paidOn(day(invoice.paid_at))
  return words.updated(day(invoice.updated_at))
}
