import { Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Timer } from 'lucide-react'
import type { ReactNode } from 'react'
import { clockText, wallClockIn, type LocalDate } from '../../../domain/base/dates.ts'
import {
  differenceText,
  type OnSiteSum,
  type OnSiteVisit,
} from '../../../domain/schedule/on-site.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { dayLabel } from '../../ui/when.ts'
import { onSiteQuery } from './queries.ts'
import { clockOf } from '../../../domain/people/timesheet.ts'
import css from './timesheets.module.css'

/** How long the visits of a week took, against what was planned. */
export function OnSiteView({ from }: { from: LocalDate }) {
  const list = useQuery({ ...onSiteQuery(from), placeholderData: keepPreviousData })
  return (
    <Loaded of={list} failure="Failed to load time on site" skeleton={<Bars rows={6} />}>
      {({ visits, count, without_start, services, teams, time_zone }) => (
        <Stack gap="lg">
          {without_start > 0 && (
            <Text c="dimmed">
              {without_start === 1
                ? '1 completed visit is'
                : `${without_start} completed visits are`}{' '}
              missing here: nobody pressed Start.
            </Text>
          )}
          {count === 0 ? (
            <EmptyState
              title="No visit of this week was started and completed"
              icon={<Timer size={22} />}
            />
          ) : (
            <>
              <Sums title="By service" name="Service" sums={services} />
              <Sums title="By team" name="Team" sums={teams} />
              <Visits visits={visits} count={count} zone={time_zone} />
            </>
          )}
        </Stack>
      )}
    </Loaded>
  )
}

type TableProps = { title: string; head: readonly string[]; children: ReactNode }

/** A table whose last three columns are planned, on site and the difference. */
function MinutesTable({ title, head, children }: TableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways
    <section className={css.scroll} aria-label={title} tabIndex={0}>
      <table className={css.sums}>
        <caption>{title}</caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            {['Planned', 'On site', 'Difference'].map((name) => (
              <th key={name} scope="col" className={css.number}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}

const Minutes = ({ of }: { of: Pick<OnSiteSum, 'planned_minutes' | 'minutes'> }) => (
  <>
    <td className={css.number}>{clockOf(of.planned_minutes)}</td>
    <td className={css.number}>{clockOf(of.minutes)}</td>
    <td className={css.number}>
      <strong>{differenceText(of)}</strong>
    </td>
  </>
)

const Sums = ({ title, name, sums }: { title: string; name: string; sums: OnSiteSum[] }) => (
  <MinutesTable title={title} head={[name, 'Visits']}>
    {sums.map((sum) => (
      <tr key={sum.name}>
        <th scope="row">{sum.name}</th>
        <td>{sum.visits}</td>
        <Minutes of={sum} />
      </tr>
    ))}
  </MinutesTable>
)

type VisitsProps = { visits: OnSiteVisit[]; count: number; zone: string }

function Visits({ visits, count, zone }: VisitsProps) {
  const time = (moment: string) => clockText(wallClockIn(zone, moment).minutes)
  return (
    <>
      <MinutesTable title="By visit" head={['Visit', 'Team', 'From – to']}>
        {visits.map((visit) => (
          <tr key={visit.visit_id}>
            <th scope="row">
              {visit.customer}
              <div className={css.soft}>
                {visit.service}, {dayLabel(visit.date)}
              </div>
            </th>
            <td>{visit.team}</td>
            <td>
              {time(visit.started_at)} – {time(visit.completed_at)}
            </td>
            <Minutes of={visit} />
          </tr>
        ))}
      </MinutesTable>
      {count > visits.length && (
        <Text c="dimmed">
          The first {visits.length} of {count} visits. The file has all of them.
        </Text>
      )}
    </>
  )
}
