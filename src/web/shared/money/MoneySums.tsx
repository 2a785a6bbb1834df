import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCents } from '../../../domain/base/money.ts'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { summaryQuery } from './billing-queries.ts'
import './live-invoices.ts'
import { PaymentsOff } from './PaymentsOff.tsx'
import css from './money-sums.module.css'

/** Each number opens the list behind it. */
const lists = [
  { key: 'open', label: 'Open', to: '/app/invoices', search: { group: 'open' } },
  { key: 'overdue', label: 'Overdue', to: '/app/invoices/to-bill', search: { tab: 'late' } },
  { key: 'to_bill', label: 'To bill', to: '/app/invoices/to-bill', search: {} },
  { key: 'declined', label: 'Declined', to: '/app/invoices/to-bill', search: { tab: 'declined' } },
] as const

/** What is open, overdue, to bill and declined. `quiet`: no tiles while all of them are zero. */
export function MoneySums({ quiet = false }: { quiet?: boolean }): ReactNode {
  const summary = useQuery(summaryQuery)
  return (
    <Loaded of={summary} failure="Failed to load the sums" skeleton={<Bars rows={1} height={76} />}>
      {(sums) => (
        <Stack gap="sm">
          <PaymentsOff summary={sums} />
          {quiet && lists.every(({ key }) => sums[key].count === 0) ? null : (
            <nav className={css.sums} aria-label="Money">
              {lists.map(({ key, label, to, search }) => (
                <Link
                  key={key}
                  to={to}
                  search={search as never}
                  className={css.sum}
                  data-calls={key !== 'open' && sums[key].count > 0 ? true : undefined}
                >
                  <span className={css.label}>{label}</span>
                  <strong>{formatCents(sums[key].cents)}</strong>
                  <span className={css.label}>
                    {sums[key].count} {sums[key].count === 1 ? 'invoice' : 'invoices'}
                  </span>
                </Link>
              ))}
            </nav>
          )}
        </Stack>
      )}
    </Loaded>
  )
}
