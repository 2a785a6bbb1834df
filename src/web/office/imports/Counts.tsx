import { Text } from '@mantine/core'
import type { ImportCounts } from '../../../domain/flows/import.ts'
import { formatCents } from '../../../domain/base/money.ts'
import classes from './import.module.css'

/** What an import writes, or wrote, in numbers. */
export function Counts({ counts, isPlan = false }: { counts: ImportCounts; isPlan?: boolean }) {
  const updated = isPlan ? 'to update' : 'updated'
  const all: [count: number, one: string, many: string, always?: boolean][] = [
    [counts.customers_new, 'new customer', 'new customers', true],
    [counts.customers_updated, `customer ${updated}`, `customers ${updated}`],
    [counts.customers_known, 'customer you have already', 'customers you have already'],
    [counts.places, 'address', 'addresses'],
    [counts.work, 'series or visit', 'series or visits', true],
    [counts.services, 'new service', 'new services'],
    [counts.balances, 'open balance', 'open balances'],
    [counts.notes, 'note', 'notes'],
    [counts.left_out, 'left out', 'left out'],
  ]
  return (
    <dl className={classes.counts}>
      {all
        .filter(([count, , , always]) => always || count > 0)
        .map(([count, one, many]) => (
          <div key={many}>
            <dt>
              <Text fz="sm" c="dimmed">
                {count === 1 ? one : many}
                {many === 'open balances' && `, ${formatCents(counts.balance_cents)}`}
              </Text>
            </dt>
            <dd>{count.toLocaleString('en-US')}</dd>
          </div>
        ))}
    </dl>
  )
}
