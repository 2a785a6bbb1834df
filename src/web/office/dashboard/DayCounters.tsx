import { formatCents } from '../../../domain/base/money.ts'
import type { Visit } from '../../../domain/schedule/visit.ts'
import css from './dashboard.module.css'

/** The day in four numbers, counted from the visits on screen. */
export function DayCounters({ visits }: { visits: readonly Visit[] }) {
  const held = visits.filter(({ skipped }) => !skipped)
  const done = held.filter(({ is_completed }) => is_completed)
  const sum = (of: readonly Visit[]) =>
    formatCents(
      of.reduce((total, visit) => total + (visit.invoice_total_cents ?? visit.price_cents ?? 0), 0),
    )
  const counters = [
    {
      label: 'Planned',
      value: String(held.length),
      about: `${held.filter((visit) => visit.team_id === null && !done.includes(visit)).length} unassigned`,
    },
    { label: 'Done', value: String(done.length), about: `${held.length - done.length} to go` },
    { label: 'Work value', value: sum(held), about: `${sum(done)} done` },
    {
      label: 'Collected',
      value: formatCents(collectedOf(held)),
      about: `${sum(held.filter(({ payment_badge }) => payment_badge === 'pending'))} pending`,
    },
  ]
  return (
    <dl className={css.counters}>
      {counters.map(({ label, value, about }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <strong>{value}</strong>
            <span>{about}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What came in for these visits, less refunds; an invoice of several counts once. */
const collectedOf = (visits: readonly Visit[]): number =>
  [...new Map(visits.map((visit) => [visit.invoice_id, visit])).values()].reduce(
    (sum, { invoice_collected_cents }) => sum + (invoice_collected_cents ?? 0),
    0,
  )
