import { Button, Collapse } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { CalendarSearch } from 'lucide-react'
import { useState } from 'react'
import { CustomerLink } from '../../ui/CustomerLink.tsx'
import { dayLabel } from '../../ui/when.ts'
import { missedQuery } from './queries.ts'
import css from './requests.module.css'

/** Visits of the last days that nobody completed, so nobody is billed for them. Renders nothing if there are none. */
export function MissedBanner() {
  const [isOpen, setOpen] = useState(false)
  const items = useQuery(missedQuery).data?.items ?? []
  if (items.length === 0) return null
  return (
    <section className={`${css.banner} fh-no-print`} aria-label="Visits not completed">
      <div className={css.head}>
        <CalendarSearch size={20} aria-hidden />
        <h2>
          {items.length === 1
            ? '1 past visit is not completed'
            : `${items.length} past visits are not completed`}
        </h2>
        <Button size="sm" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Review'}
        </Button>
      </div>
      <Collapse expanded={isOpen}>
        <ul className={css.list}>
          {items.map(({ occurrence_id, date, customer_id, customer_name, title, team }) => (
            <li key={occurrence_id}>
              <CalendarSearch size={18} aria-hidden />
              <span className={css.what}>
                <strong>
                  <CustomerLink id={customer_id}>{customer_name ?? 'A customer'}</CustomerLink>
                </strong>
                : {title} on {dayLabel(date)}, {team ?? 'no team'}
              </span>
              <Button
                component={Link}
                to="/app/schedule"
                search={{ date, occurrence_id } as never}
                size="sm"
                aria-label={`Open ${title} of ${customer_name ?? 'a customer'} on ${dayLabel(date)}`}
              >
                Open
              </Button>
            </li>
          ))}
        </ul>
      </Collapse>
    </section>
  )
}
