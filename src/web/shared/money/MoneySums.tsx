import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCents } from '../../../domain/base/money.ts'
import { invoiceTileLabels, invoiceTiles } from '../../../domain/money/invoice-tile.ts'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { summaryQuery } from './billing-queries.ts'
import './live-invoices.ts'
import { PaymentsOff } from './PaymentsOff.tsx'
import css from './money-sums.module.css'

/** What is open and where it stands; each line opens its invoices. No line is empty, and none at all while nothing is open. */
export function MoneySums(): ReactNode {
  const summary = useQuery(summaryQuery)
  return (
    <Loaded of={summary} failure="Failed to load the sums" skeleton={<Bars rows={1} height={76} />}>
      {(sums) => (
        <>
          <PaymentsOff summary={sums} />
          {sums.open.count > 0 && (
            <nav className={css.sums} aria-label="Money">
              <h2>Invoices</h2>
              {(['open', ...invoiceTiles] as const)
                .filter((key) => sums[key].count > 0)
                .map((key) => (
                  <Link
                    key={key}
                    to="/app/invoices"
                    search={(key === 'open' ? {} : { tile: key }) as never}
                    data-calls={key === 'overdue' || key === 'declined' || undefined}
                  >
                    <span>
                      {key === 'open' ? 'Open' : invoiceTileLabels[key]}{' '}
                      <small>{sums[key].count}</small>
                    </span>
                    <strong>{formatCents(sums[key].cents)}</strong>
                  </Link>
                ))}
            </nav>
          )}
        </>
      )}
    </Loaded>
  )
}
