import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CalendarPlus } from 'lucide-react'
import { clockText, type LocalDate } from '../../../domain/base/dates.ts'
import { customerRules } from '../../../domain/customers/customer.ts'
import { recurrenceText } from '../../../domain/schedule/recurrence-text.ts'
import type { CustomerWork } from '../../shared/customers/overview.ts'
import { toSchedule } from '../../shared/customers/queries.ts'
import { Money } from '../../ui/Money.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { dateLabel, dayLabel } from '../../ui/when.ts'
import css from './customer-page.module.css'
import { Section } from './Section.tsx'

type Next = CustomerWork['next_visits'][number]
type Past = CustomerWork['past_visits'][number]
type Series = CustomerWork['series'][number]

/** When we come, what is planned again and again, and what was done. */
export function PageWork({ work }: { work: CustomerWork }) {
  const { customer, next_visits, series, past_visits } = work
  return (
    <>
      <Section title="Next visits">
        {next_visits.length === 0 && (
          <p className={css.none}>
            Nothing is planned.{' '}
            {!customerRules.schedule(customer) && (
              <Link to="/app/schedule" search={toSchedule(customer.id) as never}>
                Add to Schedule
              </Link>
            )}
          </p>
        )}
        <ul className={css.rows}>
          {next_visits.map((visit) => (
            <NextRow key={visit.occurrence_id} visit={visit} />
          ))}
        </ul>
      </Section>
      <Section
        title="Recurring work"
        action={
          !customerRules.schedule(customer) && (
            <Button
              component={Link}
              to="/app/schedule"
              search={toSchedule(customer.id) as never}
              variant="default"
              size="xs"
              leftSection={<CalendarPlus size={15} aria-hidden />}
            >
              Add work
            </Button>
          )
        }
      >
        {series.length === 0 && <p className={css.none}>No recurring work.</p>}
        <ul className={css.rows}>
          {series.map((one) => (
            <SeriesRow key={one.series_id} series={one} />
          ))}
        </ul>
      </Section>
      <Section title="Last visits">
        {past_visits.length === 0 && <p className={css.none}>No visits yet.</p>}
        <ul className={css.rows}>
          {past_visits.map((visit) => (
            <PastRow key={visit.occurrence_id} visit={visit} />
          ))}
        </ul>
      </Section>
    </>
  )
}

/** Opens the visit on the schedule. */
const toVisit = ({ occurrence_id, date }: { occurrence_id: string; date: LocalDate }) => ({
  to: '/app/schedule' as const,
  search: { date, occurrence_id } as never,
})

const NextRow = ({ visit }: { visit: Next }) => (
  <li className={css.row}>
    <span className={css.main}>
      <Link {...toVisit(visit)}>
        <strong>{whenText(visit)}</strong>
      </Link>
      <span className={css.dim}>{aboutText(visit)}</span>
    </span>
    {visit.request && (
      <StatusChip tone="wait">
        {visit.request === 'cancel' ? 'Asks to cancel' : 'Asks to move'}
      </StatusChip>
    )}
    <Price cents={visit.price_cents} />
  </li>
)

const PastRow = ({ visit }: { visit: Past }) => (
  <li className={css.row}>
    <span className={css.main}>
      <Link {...toVisit(visit)}>
        <strong>{dateLabel(visit.date)}</strong>
      </Link>
      <span className={css.dim}>{aboutText(visit)}</span>
    </span>
    {visit.invoice_id && (
      <Link to="/app/invoices/$id" params={{ id: visit.invoice_id } as never}>
        Invoice
      </Link>
    )}
    <Price cents={visit.price_cents} />
  </li>
)

function SeriesRow({ series }: { series: Series }) {
  const { pause, next, ends_on, changes_on } = series
  const changes = changes_on && `changes on ${dateLabel(changes_on)}`
  const ends = ends_on && `until ${dateLabel(ends_on)}`
  return (
    <li className={css.row}>
      <span className={css.main}>
        {next ? (
          <Link {...toVisit(next)} aria-label={`${series.service}: open the next visit`}>
            <strong>{series.service}</strong>
          </Link>
        ) : (
          <strong>{series.service}</strong>
        )}
        <span className={css.dim}>
          {[recurrenceText(series), series.team ?? 'Unassigned', series.address, changes, ends]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      {pause && (
        <StatusChip tone="info">
          {`Paused ${pause.resume_on ? `until ${dayLabel(pause.resume_on)}` : 'until resumed'}`}
        </StatusChip>
      )}
      <Price cents={series.visit_cents} />
    </li>
  )
}

const Price = ({ cents }: { cents: number | null }) => (
  <span className={css.amount}>{cents === null ? '–' : <Money cents={cents} strong />}</span>
)

const whenText = ({ date, start_minutes }: Next): string =>
  `${dayLabel(date)}${start_minutes === null ? '' : `, ${clockText(start_minutes)}`}`

const aboutText = ({ service, team, address }: Next | Past): string =>
  [service, team ?? 'Unassigned', address].filter(Boolean).join(' · ')
