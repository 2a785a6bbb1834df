import { Text } from '@mantine/core'
import { Money } from '../../ui/Money.tsx'
import { dateLabel } from '../../ui/when.ts'
import type { Detail } from './InvoiceActions.tsx'
import css from '../../money/invoices.module.css'

/** What is charged for, and what it comes to. */
export function InvoiceLines({ detail: { invoice, items } }: { detail: Detail }) {
  const hasPaid = invoice.paid_cents > 0 || invoice.refunded_cents > 0
  return (
    <>
      <table className={css.lines}>
        <thead>
          <tr>
            <th scope="col">Description</th>
            <th scope="col">Quantity</th>
            <th scope="col">Price</th>
            <th scope="col">Amount</th>
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
              </td>
              <td>{item.quantity}</td>
              <td>
                <Money cents={item.unit_price_cents} />
              </td>
              <td>
                <Money cents={item.total_cents} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={css.sums}>
        <Sum label="Subtotal" cents={invoice.subtotal_cents} />
        {invoice.discount_cents > 0 && <Sum label="Discount" cents={-invoice.discount_cents} />}
        {invoice.tax_cents > 0 && <Sum label="Tax" cents={invoice.tax_cents} />}
        {invoice.tip_cents > 0 && <Sum label="Tip" cents={invoice.tip_cents} />}
        <Sum label="Total" cents={invoice.total_cents} strong />
        {hasPaid && <Sum label="Paid" cents={invoice.paid_cents} />}
        {invoice.refunded_cents > 0 && <Sum label="Refunded" cents={invoice.refunded_cents} />}
        {hasPaid && <Sum label="Balance" cents={invoice.balance_cents} />}
      </div>
    </>
  )
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
