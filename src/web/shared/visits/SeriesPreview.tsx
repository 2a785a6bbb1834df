import { Alert, Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import type { RuleEdited } from '../../../api/series.ts'
import { dayLabel } from '../../ui/when.ts'
import css from './series.module.css'
import { count } from './visit-text.ts'

/** What an edit of a series would do, before it is done. */
export function SeriesPreview({
  of: {
    changed,
    kept,
    dropped,
    conflicts,
    invoices_affected,
    dropped_visits,
    lost_plans,
    kept_visits,
    conflict_list,
  },
  stale,
}: {
  of: RuleEdited
  stale: boolean
}) {
  const counts = [
    { label: 'Changed', value: changed },
    { label: 'Kept as they are', value: kept },
    { label: 'Dropped', value: dropped },
    { label: 'Conflicts', value: conflicts },
    { label: 'Invoices affected', value: invoices_affected },
  ]
  return (
    <section className={css.preview} aria-label="What this does" aria-busy={stale}>
      <dl className={css.counts}>
        {counts.map(({ label, value }) => (
          <div key={label} data-some={value > 0 || undefined}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={css.hint}>
        Counts only visits that were already changed by hand. Other dates follow the series.
      </p>
      <Listed
        title="Later plans that are dropped"
        items={lost_plans.map((text) => ({ key: text, text }))}
      />
      <Listed
        title="Dropped"
        items={dropped_visits.map(({ occurrence_id, date }) => ({
          key: occurrence_id,
          text: dayLabel(date),
        }))}
      />
      <Listed
        title="Kept as they are"
        items={kept_visits.map(({ occurrence_id, date, reason }) => ({
          key: occurrence_id,
          text: `${dayLabel(date)}: ${reason}`,
        }))}
      />
      <Listed
        title="Conflicts"
        items={conflict_list.map(({ occurrence_id, date, sentence }, index) => ({
          key: `${occurrence_id} ${index}`,
          text: `${dayLabel(date)}: ${sentence}`,
        }))}
      />
    </section>
  )
}

/** What single dates chose stays unless it is ticked; not there when none did. */
export const ReplaceBox = ({
  visits,
  checked,
  onChange,
  mt,
}: {
  visits: number
  checked: boolean
  onChange: (checked: boolean) => void
  mt?: string
}) =>
  visits > 0 && (
    <Checkbox
      mt={mt}
      label={`Also replace ${count(visits, 'changed visit')}`}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )

/** The same in a line, without what does not happen. */
export function previewSum({
  changed,
  kept,
  dropped,
  conflicts,
  invoices_affected,
}: Pick<RuleEdited, Tallied>): string {
  const parts = [
    changed > 0 && `${changed} changed`,
    kept > 0 && `${kept} kept`,
    dropped > 0 && `${dropped} dropped`,
    conflicts > 0 && count(conflicts, 'conflict'),
    invoices_affected > 0 && `${count(invoices_affected, 'invoice')} touched`,
  ].filter((part) => part !== false)
  return parts.length > 0 ? parts.join(', ') : 'All dates follow the series'
}
type Tallied = 'changed' | 'kept' | 'dropped' | 'conflicts' | 'invoices_affected'

/** A list one may open; nothing when it is empty. */
export function Listed({
  title,
  items,
}: {
  title: string
  items: readonly { key: string; text: ReactNode }[]
}) {
  if (items.length === 0) return null
  return (
    <details className={css.listed}>
      <summary>
        {title}: {items.length}
      </summary>
      <ul>
        {items.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
    </details>
  )
}

export const Problem = ({ text }: { text: string | null }) =>
  text && (
    <Alert color="red" variant="light" role="alert">
      {text}
    </Alert>
  )
