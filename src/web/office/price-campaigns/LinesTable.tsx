import { Button, UnstyledButton } from '@mantine/core'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { formatCents } from '../../../domain/base/money.ts'
import { CustomerLink } from '../../ui/CustomerLink.tsx'
import { dateLabel } from '../../ui/when.ts'
import css from './price-campaigns.module.css'

type Line = {
  series_id: string
  customer_id: string
  customer_name: string | null
  service: string
  place: string | null
  old_cents: number
  new_cents: number
  monthly_cents: number
  first_on: string | null
  asks: boolean
}
type Column = 'customer' | 'old' | 'new' | 'month' | 'first' | 'state'
const columns: { key: Column; label: string; isAmount?: true; isWide?: true }[] = [
  { key: 'customer', label: 'Customer' },
  { key: 'old', label: 'Old price', isAmount: true, isWide: true },
  { key: 'new', label: 'New price', isAmount: true },
  { key: 'month', label: 'More per month', isAmount: true, isWide: true },
  { key: 'first', label: 'First visit', isWide: true },
  { key: 'state', label: 'Consent' },
]
const keyOf: Record<Column, (line: Line) => string | number> = {
  customer: (line) => (line.customer_name ?? '').toLowerCase(),
  old: (line) => line.old_cents,
  new: (line) => line.new_cents,
  month: (line) => line.monthly_cents,
  first: (line) => line.first_on ?? '9999',
  state: (line) => Number(!line.asks),
}

function sortedBy<L extends Line>(lines: readonly L[], column: Column, isDown: boolean): L[] {
  const key = keyOf[column]
  const up = lines.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0))
  return isDown ? up.toReversed() : up
}

const pageSize = 100

type Props<L extends Line> = {
  lines: readonly L[]
  label: string
  renderState: (line: L) => ReactNode
  renderAct?: (line: L) => ReactNode
}

/** Every series with its old and new price, sorted by a column. */
export function LinesTable<L extends Line>({ lines, label, renderState, renderAct }: Props<L>) {
  const [{ column, isDown }, sort] = useState({ column: 'customer' as Column, isDown: false })
  const [shown, show] = useState(pageSize)
  const rows = sortedBy(lines, column, isDown)
  const press = (key: Column) =>
    sort((now) => ({ column: key, isDown: now.column === key && !now.isDown }))
  return (
    <>
      <div className={css.box}>
        <table className={css.table} aria-label={label}>
          <thead>
            <tr>
              {columns.map((one) => (
                <th
                  key={one.key}
                  data-amount={one.isAmount}
                  data-wide={one.isWide}
                  aria-sort={column === one.key ? (isDown ? 'descending' : 'ascending') : undefined}
                >
                  <UnstyledButton className={css.sort} onClick={() => press(one.key)}>
                    {one.label}
                    {column === one.key && <Arrow isDown={isDown} />}
                  </UnstyledButton>
                </th>
              ))}
              {renderAct && <th aria-label="Actions" />}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((line) => (
              <Row
                key={line.series_id}
                line={line}
                state={renderState(line)}
                act={renderAct?.(line)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > shown && (
        <Button variant="default" w="fit-content" onClick={() => show(shown + pageSize)}>
          Show more ({rows.length - shown} left)
        </Button>
      )}
    </>
  )
}

const Arrow = ({ isDown }: { isDown: boolean }) =>
  isDown ? <ArrowDown size={14} aria-hidden /> : <ArrowUp size={14} aria-hidden />

type RowProps = { line: Line; state: ReactNode; act: ReactNode }
const Row = ({ line, state, act }: RowProps) => (
  <tr>
    <td>
      <CustomerLink id={line.customer_id}>{line.customer_name ?? 'Customer'}</CustomerLink>
      <span className={css.dim}>
        {line.service}
        {line.place ? `, ${line.place}` : ''}
      </span>
    </td>
    <td data-amount data-wide>
      {formatCents(line.old_cents)}
    </td>
    <td data-amount>
      <span className={css.strong}>{formatCents(line.new_cents)}</span>
      <span className={css.narrow}>from {formatCents(line.old_cents)}</span>
    </td>
    <td data-amount data-wide>
      +{formatCents(line.monthly_cents)}
    </td>
    <td data-wide>{line.first_on ? dateLabel(line.first_on) : 'None planned'}</td>
    <td>{state}</td>
    {act !== undefined && <td>{act}</td>}
  </tr>
)
