import { Text } from '@mantine/core'
import { formatCents } from '../../../domain/base/money.ts'
import { taxLabel } from '../../../domain/money/tax.ts'
import { Money } from '../../ui/Money.tsx'
import { dateLabel } from '../../ui/when.ts'
import css from '../money/invoices.module.css'
import { useWords } from '../../app/words.ts'
import { invoiceWords } from '../../../words/en/invoice.ts'
import type { Detail } from './invoice-acts.ts'

/** The invoice's lines and total. */
export function InvoiceLines({ detail: { invoice, items, taxes } }: { detail: Detail }) {
  const words = useWords(invoiceWords)
  const hasPaid = invoice.paid_cents > 0 || invoice.refunded_cents > 0
  return (
    <>
      <table className={css.lines}>
        <thead>
          <tr>
            <th scope="col">{words.description}</th>
            <th scope="col">{words.quantity}</th>
            <th scope="col">{words.price}</th>
            <th scope="col">{words.amount}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id}>
              <td>
                {item.description}
                {item.date && (
                  <Text c="dimmed" fz="sm">
                    {dateLabel(item.date)}
                  </Text>
                )}
                {item.quantity !== 1 && (
                  <Text c="dimmed" fz="sm" hiddenFrom="sm">
                    {item.quantity} × <Money cents={item.unit_price_cents} />
                  </Text>
                )}
                {item.discount_cents > 0 && (
                  <Text c="dimmed" fz="sm">
                    {words.discountOfLine(formatCents(item.discount_cents))}
                  </Text>
                )}
                <LineTax item={item} />
              </td>
              <td>{item.quantity}</td>
              <td>
                <Money cents={item.unit_price_cents} />
              </td>
              <td>
                <Money cents={item.total_cents - item.tax_cents} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={css.sums}>
        <Sum label={words.subtotal} cents={invoice.subtotal_cents} />
        {invoice.discount_cents > 0 && (
          <Sum label={words.discount} cents={-invoice.discount_cents} />
        )}
        {taxes.map((tax) => (
          <Sum key={taxLabel(tax, '')} label={taxLabel(tax, words.tax)} cents={tax.tax_cents} />
        ))}
        {invoice.tip_cents > 0 && <Sum label={words.tip} cents={invoice.tip_cents} />}
        <Sum label={words.total} cents={invoice.total_cents} strong />
        {invoice.credit_cents > 0 && <Sum label={words.credit} cents={-invoice.credit_cents} />}
        {hasPaid && invoice.paid_cents > invoice.credit_cents && (
          <Sum label={words.paid} cents={invoice.paid_cents - invoice.credit_cents} />
        )}
        {invoice.refunded_cents > 0 && (
          <Sum label={words.refunded} cents={invoice.refunded_cents} />
        )}
        {hasPaid && <Sum label={words.balance} cents={invoice.balance_cents} />}
      </div>
    </>
  )
}

/** What tax a line bears, or why it bears none. */
function LineTax({ item }: { item: Detail['items'][number] }) {
  const words = useWords(invoiceWords)
  const text = item.tax_certificate
    ? words.exempt(item.tax_certificate)
    : item.tax_cents > 0 && words.taxOfLine(formatCents(item.tax_cents))
  return text ? (
    <Text c="dimmed" fz="sm">
      {text}
    </Text>
  ) : null
}

const Sum = ({
  label,
  cents,
  strong = false,
}: {
  label: string
  cents: number
  strong?: boolean
}) => (
  <div className={strong ? css.total : undefined}>
    <span>{label}</span>
    <Money cents={cents} />
  </div>
)
