import { Button, Collapse } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CalendarX2 } from 'lucide-react'
import { useState } from 'react'
import { dayLabel } from '../../ui/when.ts'
import { CustomerLink } from '../../ui/CustomerLink.tsx'
import { endingQuery } from './queries.ts'
import css from './requests.module.css'
import { openSeries } from './series-wish.ts'

const inDays = (days: number): string =>
  days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`

/** Series that end within a month unless they are extended. Renders nothing if there are none. */
export function EndingBanner() {
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery(endingQuery)
  if (!data || data.items.length === 0) return null
  const { items, next_cursor } = data
  return (
    <section className={`${css.banner} fh-no-print`} aria-label="Series that end soon">
      <div className={css.head}>
        <CalendarX2 size={20} aria-hidden />
        <h2>
          {next_cursor
            ? `More than ${items.length} series end soon`
            : items.length === 1
              ? '1 series ends soon'
              : `${items.length} series end soon`}
        </h2>
        <Button size="sm" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Review'}
        </Button>
      </div>
      <Collapse expanded={isOpen}>
        <ul className={css.list}>
          {items.map((ending) => (
            <li key={ending.rule_id}>
              <CalendarX2 size={18} aria-hidden />
              <span className={css.what}>
                <strong>
                  <CustomerLink id={ending.customer_id}>
                    {ending.customer_name ?? 'A customer'}
                  </CustomerLink>
                </strong>
                : {ending.title} ends {inDays(ending.days_left)}, on {dayLabel(ending.end_date)}
              </span>
              <Button
                size="compact-md"
                onClick={() => openSeries({ what: 'extend', ending })}
                aria-label={`Extend ${ending.customer_name ?? ending.title}`}
              >
                Extend
              </Button>
            </li>
          ))}
        </ul>
      </Collapse>
    </section>
  )
}
